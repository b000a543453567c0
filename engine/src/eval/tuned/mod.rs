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

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(fen: &str) -> i32 {
        Tuned.evaluate(&Position::from_fen(fen).unwrap())
    }

    /// The same position with the colours changed.
    fn mirrored(fen: &str) -> String {
        let fields: Vec<&str> = fen.split(' ').collect();
        let swap = |text: &str| -> String {
            text.chars()
                .map(|letter| match letter {
                    letter if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
                    letter => letter.to_ascii_uppercase(),
                })
                .collect()
        };
        let board: Vec<String> = fields[0].rsplit('/').map(swap).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let castling = if fields[2] == "-" {
            "-".to_owned()
        } else {
            swap(fields[2])
        };
        format!(
            "{} {side} {castling} - {} {}",
            board.join("/"),
            fields[4],
            fields[5]
        )
    }

    #[test]
    fn colours_are_treated_alike() {
        for fen in crate::bench::POSITIONS {
            assert_eq!(evaluate(fen), evaluate(&mirrored(fen)), "{fen}");
        }
    }

    #[test]
    fn the_start_position_is_worth_the_tempo() {
        assert_eq!(Tuned.evaluate(&Position::startpos()), weights::TEMPO);
    }

    #[test]
    fn the_better_of_two_positions_scores_higher() {
        // (better, worse, why), each for the side to move.
        let pairs = [
            (
                "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
                "4k3/8/8/8/8/8/8/2N1KB2 w - - 0 1",
                "the bishop pair",
            ),
            (
                "4k3/8/8/8/8/4P3/3P4/4K3 w - - 0 1",
                "4k3/8/8/8/8/3P4/3P4/4K3 w - - 0 1",
                "doubled pawns",
            ),
            (
                "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1",
                "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
                "a further passed pawn",
            ),
            (
                "r4rk1/ppp2ppp/8/8/8/8/1PP2PPP/R4RK1 w - - 0 1",
                "r4rk1/ppp2ppp/8/8/8/8/P1P2PPP/1R3RK1 w - - 0 1",
                "an open line for the rook",
            ),
            (
                "r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - 0 1",
                "r2q1rk1/ppp2ppp/8/8/5P1P/6P1/PPP5/R2Q1RK1 w - - 0 1",
                "the king's shelter",
            ),
            (
                "k7/8/2K5/8/8/8/8/7R w - - 0 1",
                "8/8/8/3k4/8/8/8/K6R w - - 0 1",
                "a bare king in the corner",
            ),
        ];
        for (better, worse, why) in pairs {
            assert!(evaluate(better) > evaluate(worse), "{why}");
        }
    }

    #[test]
    fn endings_that_cannot_be_won_are_near_a_draw() {
        for fen in [
            "4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1",
            "4k1r1/8/8/8/8/8/8/2R1KN2 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        ] {
            assert!(evaluate(fen).abs() < 150, "{fen}: {}", evaluate(fen));
        }
    }

    #[test]
    fn the_most_material_there_can_be_stays_below_a_mate() {
        let fen = "QQQQQQQQ/Q7/8/8/8/8/1k6/4K3 b - - 0 1";
        if let Ok(position) = Position::from_fen(fen) {
            assert!(Tuned.evaluate(&position).abs() < LIMIT);
        }
    }
}
