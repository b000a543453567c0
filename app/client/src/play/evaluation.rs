//! The evaluation of a position.

use engine::search::Score;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation {
    /// White's view.
    pub score: Score,
    /// Plies.
    pub depth: u8,
    pub nodes: u64,
    /// Nodes per second; 0 where no time was measured.
    pub nps: u64,
}
