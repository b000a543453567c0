//! The messages between the course's page and its worker.

use engine::rules::{Color, Move, Square};
use engine::tables::EndgameValue;
use serde::{Deserialize, Serialize};

/// From the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EndgameRequest {
    /// Probe the tables for the position after these moves; answered by `Probed`.
    Probe { fen: String, moves: Vec<Move> },
    /// Probe them with one piece on each other square; answered by `Map`.
    Map { fen: String, square: Square },
    /// How far from mate all positions of this ending are; answered by `Spread`.
    Spread { fen: String },
}

/// From the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EndgameAnswer {
    Probed(Probed),
    Map(PieceMap),
    Spread(SpreadMap),
    /// The tables cannot be had now for the request about the position with this key.
    NoTables(u64),
}

/// What endgame tables have of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probed {
    /// The position's key.
    pub key: u64,
    /// For the side to move.
    pub value: EndgameValue,
    /// The move that sets most problems among those that keep the result; `None` where the game is over.
    pub reply: Option<Move>,
}

/// The position with one piece on each square, and the side to move that the piece does not belong to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceMap {
    /// The position's key.
    pub key: u64,
    /// Where the piece stands.
    pub square: Square,
    /// The side to move with the piece on its new square.
    pub turn: Color,
    /// By square, for that side; `None` where the piece cannot stand.
    pub values: Vec<Option<EndgameValue>>,
}

/// How many positions of an ending White wins within so many moves, by the square of Black's king.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpreadMap {
    /// The ending's name: `KRvK`.
    pub ending: String,
    /// The side to move in all of them.
    pub side: Color,
    /// All positions.
    pub positions: u64,
    /// By moves to mate, from none.
    pub steps: Vec<SpreadStep>,
}

/// What is won within so many moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpreadStep {
    /// Positions.
    pub won: u64,
    /// By square of Black's king, the share of the positions with it there, from 0 to 255.
    pub shares: Vec<u8>,
}
