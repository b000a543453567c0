//! What is known of why moves were played, and of moves that are doubted.

use engine::explain::{Kind, Sound};
use engine::player::{Decision, Level};
use engine::rules::{Move, Position};
use engine::search::{Line, Score};
use serde::{Deserialize, Serialize};

/// What was said of a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The kind of reason; not kept beyond the page, where phrases begin anew.
    #[serde(skip)]
    pub kind: Option<Kind>,
    /// The sentence.
    pub text: String,
}

/// A line of play on the board, in place of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preview {
    /// The position after its moves.
    pub position: Position,
    /// The last of them.
    pub last: Move,
}

/// A move that the visitor doubts, and what there is to say of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The move.
    pub mv: Move,
    /// The best line that begins with it, once it was looked for.
    pub line: Option<Line>,
}

/// An engine's decision, and what sound searches say of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// What was decided.
    pub decision: Decision,
    /// What is known beside it.
    pub verified: Verified,
}

/// What sound searches say of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verified {
    /// Nothing yet; they were asked for.
    Asked,
    /// They are done, or not needed: book and memory speak for themselves.
    Done(Option<Box<Sound>>),
}

/// A decision that wants to be explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unexplained {
    /// The ply before the move.
    pub ply: usize,
    /// What was decided.
    pub decision: Decision,
    /// What the mover thought one move earlier, its own view.
    pub before: Option<Score>,
    /// The level it played at.
    pub level: Option<Level>,
    /// What sound searches say of it.
    pub sound: Option<Box<Sound>>,
}
