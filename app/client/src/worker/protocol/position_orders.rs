//! Orders for single positions and moves.

use engine::rules::Move;
use serde::{Deserialize, Serialize};

/// A position in which to count what pruning saves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountOrder {
    /// The position's key, for the answer.
    pub key: u64,
    /// The position.
    pub fen: String,
}

/// A move to be looked at by sound searches, so that nothing untrue is said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyOrder {
    /// The key of the position after the move, for the answer.
    pub key: u64,
    /// The position before the moves; `None` for the usual start position.
    pub start_fen: Option<String>,
    /// The moves that led to the position in which the move is made.
    pub moves: Vec<Move>,
    /// The move.
    pub mv: Move,
    /// Nodes of each search.
    pub nodes: u64,
}

/// A position to be looked at as the network does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeeOrder {
    /// The position's key, for the answer.
    pub key: u64,
    /// The position.
    pub fen: String,
}
