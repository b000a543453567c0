//! Why the engine declines a draw.

use engine::search::Score;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawRefusal {
    /// The game has only begun.
    Early,
    /// The engine stands better; the score is its own view.
    Better(Score),
    /// The position has not been evaluated.
    Unknown,
}
