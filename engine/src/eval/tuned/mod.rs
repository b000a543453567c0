//! The hand-made evaluator that plays: tapered, in terms that can be named and shown.

mod endgame;
mod king;
mod pawns;
mod pieces;
mod weights;

use super::{Evaluator, LIMIT, Tapered};
use crate::rules::{Color, Piece, Position};

/// The evaluator behind the calculator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tuned;

/// What each term gives one side, centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Material, the bishop pair and the piece-square tables.
    pub material: Tapered,
    /// Doubled, isolated, backward, supported pawns.
    pub pawns: Tapered,
    /// Passed pawns.
    pub passed: Tapered,
    /// Squares that pieces reach, open files, outposts.
    pub activity: Tapered,
    /// Shelter of the own king and attackers around it.
    pub king: Tapered,
    /// Pieces of the opponent that are attacked by lesser ones.
    pub threats: Tapered,
}

impl Terms {
    /// The terms with their names, for display.
    #[must_use]
    pub fn named(&self) -> [(&'static str, Tapered); 6] {
        [
            ("material", self.material),
            ("pawns", self.pawns),
            ("passed", self.passed),
            ("activity", self.activity),
            ("king", self.king),
            ("threats", self.threats),
        ]
    }

    fn total(&self) -> Tapered {
        self.named()
            .into_iter()
            .fold(Tapered::default(), |sum, (_, term)| sum + term)
    }
}

impl Tuned {
    /// The terms of White and of Black, each from its own side.
    #[must_use]
    pub fn terms(&self, position: &Position) -> [Terms; 2] {
        let (white, black) = pieces::survey(position);
        let mut terms = [Terms::default(); 2];
        for (us, own, theirs) in [
            (Color::White, &white, &black),
            (Color::Black, &black, &white),
        ] {
            terms[us.index()] = Terms {
                material: own.material,
                pawns: pawns::structure(position, us),
                passed: pawns::passed(position, us),
                activity: own.activity,
                king: king::shelter(position, us) - king::danger(position, us, theirs),
                threats: pieces::threats(position, us, own),
            };
        }
        terms
    }
}

impl Evaluator for Tuned {
    fn evaluate(&self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let terms = self.terms(position);
        let total = terms[us.index()].total() - terms[(!us).index()].total();
        let blended = total.blend(phase(position), weights::FULL_PHASE);
        let scaled = endgame::scale(position, blended) + endgame::mop_up(position, blended);
        (scaled + weights::TEMPO).clamp(1 - LIMIT, LIMIT - 1)
    }

    fn name(&self) -> &'static str {
        "tuned"
    }
}

/// How much of the middlegame is left: 24 with all pieces, 0 with none.
fn phase(position: &Position) -> i32 {
    let phase: i32 = Piece::ALL
        .into_iter()
        .map(|piece| weights::PHASE[piece.index()] * position.pieces(piece).len() as i32)
        .sum();
    phase.min(weights::FULL_PHASE)
}
