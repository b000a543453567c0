//! An abandoned line.

use engine::rules::Move;

/// All moves of an abandoned line, from the start position.
pub type Variation = Vec<Move>;
