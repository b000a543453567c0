//! Orders about single positions and moves.

use engine::rules::Move;
use serde::{Deserialize, Serialize};

/// Count the nodes that pruning saves in a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountPruningOrder {
    /// The position's key, returned in the answer.
    pub key: u64,
    pub fen: String,
}

/// Verify a move by sound searches, so that its explanation claims nothing false.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyOrder {
    /// The key of the position after the move, returned in the answer.
    pub key: u64,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The moves before the one to verify.
    pub moves: Vec<Move>,
    pub mv: Move,
    /// Nodes of each search.
    pub nodes: u64,
}

/// Evaluate each piece of a position by the network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkViewOrder {
    /// The position's key, returned in the answer.
    pub key: u64,
    pub fen: String,
}
