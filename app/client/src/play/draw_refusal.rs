//! Why the engine takes no draw.

use engine::search::Score;

/// Why the engine takes no draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The game has only begun.
    Early,
    /// It stands better than the visitor; its own view.
    Better(Score),
    /// It has not looked at the position yet.
    Unknown,
}
