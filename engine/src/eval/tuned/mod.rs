//! The hand-made evaluator that plays: tapered, in terms that can be named and shown.
//!
//! `layout` names the weights and `weights` holds them; `view` gathers what is attacked; `pieces`,
//! `pawns`, `passed`, `king` and `threats` count for one side after the other into a `ledger`;
//! `endgame` corrects what material alone misjudges.

mod endgame;
mod king;
mod layout;
mod ledger;
mod passed;
mod pawns;
mod pieces;
mod threats;
mod view;
mod weights;

use self::ledger::{Ledger, Sum};
use self::view::View;
use super::{Evaluator, LIMIT, Part, Tapered};
use crate::rules::{Color, Piece, Position};

pub(super) use endgame::bare_king;
pub use layout::{COUNT, GROUPS, Group, TERMS, Term};
pub use ledger::{Counts, DANGER_ENDGAME, DANGER_SQUARE, Terms};
pub use weights::{TEMPO, WEIGHTS};

/// Weight of each piece in the game's phase: pawn to king.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// The evaluator behind the calculator. Keeps the pawn structures that it met.
#[derive(Default)]
pub struct Tuned {
    pawns: pawns::Kept,
}

impl Tuned {
    /// The terms of White and of Black, each from its own side.
    #[must_use]
    pub fn terms(position: &Position) -> [Terms; 2] {
        count(position)
    }

    /// How often each weight counts for White and for Black.
    #[must_use]
    pub fn counts(position: &Position) -> [Counts; 2] {
        count(position)
    }

    /// The share of the middlegame in [`FULL_PHASE`]ths, and of the endgame's score in 1/16 that
    /// counts if `better` is ahead.
    #[must_use]
    pub fn shares(position: &Position, better: Color) -> (i32, i32) {
        (phase(position), endgame::sixteenths(position, better))
    }

    /// See [`Evaluation::parts`](super::Evaluation::parts). Besides the terms, `scaling` is what an
    /// endgame that is hard to win takes from the better side, `tempo` is having the move, and
    /// `rounding` what whole centipawns lose. Against a bare king nothing but `bare-king` counts.
    pub(super) fn parts(position: &Position) -> Vec<Part> {
        let score = Tuned::default().evaluate(position);
        let us = position.side_to_move();
        let for_white = |score: i32| if us == Color::White { score } else { -score };
        if endgame::bare_king(position).is_some() {
            return vec![Part::whole("bare-king", for_white(score))];
        }
        let terms = Tuned::terms(position);
        let phase = phase(position);
        let [white, black] = &terms;
        let mut parts: Vec<Part> = white
            .named()
            .zip(black.named())
            .map(|((name, white), (_, black))| Part {
                name,
                white: white.blend(phase, FULL_PHASE),
                black: black.blend(phase, FULL_PHASE),
            })
            .collect();
        let total = terms[us.index()].total() - terms[(!us).index()].total();
        let scaling = blend(position, total) - total.blend(phase, FULL_PHASE);
        parts.push(Part::whole("scaling", for_white(scaling)));
        parts.push(Part::whole("tempo", for_white(TEMPO)));
        let told: i32 = parts.iter().map(Part::score).sum();
        parts.push(Part::whole("rounding", for_white(score) - told));
        parts
    }
}

impl Evaluator for Tuned {
    fn evaluate(&mut self, position: &Position) -> i32 {
        if let Some(score) = endgame::bare_king(position) {
            return score;
        }
        let structure = self.pawns.structure(position);
        let mut ledgers = [Sum::default(), Sum::default()];
        survey(position, structure.passed, &mut ledgers);
        let [white, black] =
            Color::ALL.map(|us| ledgers[us.index()].total() + structure.score[us.index()]);
        let total = match position.side_to_move() {
            Color::White => white - black,
            Color::Black => black - white,
        };
        (blend(position, total) + TEMPO).clamp(1 - LIMIT, LIMIT - 1)
    }
}

/// Counts everything, pawns included.
fn count<L: Ledger + Default>(position: &Position) -> [L; 2] {
    let mut ledgers = [L::default(), L::default()];
    let passed = pawns::structure(position, &mut ledgers);
    survey(position, passed, &mut ledgers);
    ledgers
}

/// Counts everything but the pawn structure.
fn survey<L: Ledger>(position: &Position, passed: u64, ledgers: &mut [L; 2]) {
    let mut view = View::new(position);
    for us in Color::ALL {
        pieces::pieces(&mut view, us, &mut ledgers[us.index()]);
    }
    for us in Color::ALL {
        let ledger = &mut ledgers[us.index()];
        pieces::space(&view, us, ledger);
        passed::passed(&view, us, passed, ledger);
        king::shelter(&view, us, ledger);
        king::attack(&view, us, ledger);
        threats::threats(&view, us, ledger);
    }
}

/// One number of two: as much of the middlegame as is left, and of the endgame what can be won.
fn blend(position: &Position, total: Tapered) -> i32 {
    let us = position.side_to_move();
    let better = if total.endgame >= 0 { us } else { !us };
    let (phase, share) = Tuned::shares(position, better);
    let scaled = Tapered {
        endgame: total.endgame * share / endgame::WHOLE,
        ..total
    };
    scaled.blend(phase, FULL_PHASE)
}

/// How much of the middlegame is left: 24 with all pieces, 0 with none.
fn phase(position: &Position) -> i32 {
    let phase: i32 = Piece::ALL
        .into_iter()
        .map(|piece| PHASE[piece.index()] * position.pieces(piece).len() as i32)
        .sum();
    phase.min(FULL_PHASE)
}

#[cfg(test)]
mod tests;
