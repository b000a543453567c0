//! What is known about a position.

use engine::search::Score;

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation {
    /// White's view.
    pub score: Score,
    /// Depth in plies.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
    /// Positions per second; 0 where no time was measured.
    pub nps: u64,
}
