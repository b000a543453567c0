//! Explanations of moves, and questioned moves.

use engine::explain::ClaimKind;
use engine::player::{Decision, Level};
use engine::rules::{BitBoard, Move, Position};
use engine::search::Line;
use serde::{Deserialize, Serialize};

/// The explanation of a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The kind of explanation; not stored, since phrases may repeat after a reload.
    #[serde(skip)]
    pub kind: Option<ClaimKind>,
    pub text: String,
    /// A [`ClaimProof`](engine::explain::ClaimProof) as text, or nothing; only what shows it reads it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub proof_text: String,
}

/// A line on the board in place of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinePreview {
    /// The position after its moves.
    pub position: Position,
    /// The last move, which a pass is not.
    pub last: Option<Move>,
    /// Marked squares.
    pub marked: BitBoard,
}

impl LinePreview {
    /// After the moves from a position; `None` without moves, or if one is illegal.
    pub fn after(mut position: Position, moves: &[Move]) -> Option<Self> {
        for &mv in moves {
            if !position.is_legal(mv) {
                return None;
            }
            position = position.play(mv);
        }
        Some(Self {
            position,
            last: Some(*moves.last()?),
            marked: BitBoard::EMPTY,
        })
    }
}

/// A move that the visitor questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionedMove {
    pub mv: Move,
    /// The best line that begins with it, once it was searched.
    pub line: Option<Line>,
}

/// An engine's decision with its verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineDecision {
    pub decision: Decision,
    pub verified: Verification,
    /// The level that it was made at; `None` at full strength.
    pub level: Option<Level>,
}

/// The verification of a decision by sound searches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verification {
    /// The searches were requested.
    Pending,
    /// They are done, or not needed for a book or learned move.
    /// With the encoded [`Sound`](engine::explain::Sound), or nothing.
    Done(Vec<u8>),
}

/// A decision that has no explanation yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingExplanation {
    /// The ply before the move.
    pub ply: usize,
    pub decision: Decision,
    /// The mover's decision one move earlier.
    pub earlier: Option<Decision>,
    /// The result of the sound searches, encoded; empty if there is none.
    pub sound: Vec<u8>,
}
