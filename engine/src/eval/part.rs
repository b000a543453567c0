//! The parts of a score, for display.

use crate::rules::Square;

/// A part of an evaluation, centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The term: `material`.
    pub name: &'static str,
    /// White's credit.
    pub white: i32,
    /// Black's credit.
    pub black: i32,
}

impl Part {
    /// The part's score, White's view.
    #[must_use]
    pub const fn score(&self) -> i32 {
        self.white - self.black
    }

    /// A part of the position as a whole, credited to the side that it helps; `score` is White's
    /// view.
    pub(super) fn of_position(name: &'static str, score: i32) -> Part {
        Part {
            name,
            white: score.max(0),
            black: (-score).max(0),
        }
    }
}

/// A piece's share of a network's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution {
    pub square: Square,
    /// How much the score drops without the piece, centipawns, White's view; usually negative for a
    /// black piece.
    pub score: i32,
}
