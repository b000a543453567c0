//! The score of a position that an endgame table has.

use super::bound::Bound;
use super::node::Window;
use super::score;
use crate::tables::Wdl;

/// The score that a table's result stands for: at least that much if it is a win, since the search may find
/// a mate, and at most that much if it is a loss.
#[derive(Clone, Copy)]
pub(super) struct SolvedScore {
    pub score: i32,
    result: Wdl,
}

impl SolvedScore {
    /// The score `ply` plies from the root.
    pub fn new(result: Wdl, ply: usize) -> SolvedScore {
        SolvedScore {
            score: score::known(result, ply),
            result,
        }
    }

    /// Whether no search of the position can change what the window asks.
    pub fn decides(self, window: Window) -> bool {
        match self.result {
            Wdl::Draw => true,
            Wdl::Win => self.score >= window.beta,
            Wdl::Loss => self.score <= window.alpha,
        }
    }

    /// Whether what a search has found is beyond what is known; the bound that the known score then is.
    pub fn overrules(self, found: i32) -> Option<Bound> {
        match self.result {
            Wdl::Win if found < self.score => Some(Bound::Lower),
            Wdl::Loss if found > self.score => Some(Bound::Upper),
            _ => None,
        }
    }
}
