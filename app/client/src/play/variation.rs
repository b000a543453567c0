//! A line of play.

use engine::rules::Move;

/// A line that was left: all its moves from the start position on.
pub type Variation = Vec<Move>;
