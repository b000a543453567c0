//! An exercise: a position in which a side went wrong, and what it should have played.

use std::fmt;
use std::str::FromStr;

use super::phase::GamePhase;
use crate::explain::{ClaimKind, ClaimProof};
use crate::rules::{Color, Move, Position};

/// A position in which a side went wrong, and what it should have played. The side to move solves it.
///
/// Its moves are legal, and the move in the game is not among the accepted ones: both hold for what an
/// [`ExerciseMaker`](super::ExerciseMaker) makes, and [`Exercise::decode`] checks them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Exercise {
    /// The position to solve.
    pub start: Position,
    /// Half-moves in the game before it.
    pub ply: u16,
    /// The move in the game.
    pub played: Move,
    /// Loss of winning chance by the move in the game, percentage points, in tenths.
    pub loss: f64,
    pub origin: ExerciseOrigin,
    /// The first moves that are good, the best one first.
    pub accepted: Vec<Move>,
    /// The solver's move, the reply, and so on, the solver's move last; the first one is the best of
    /// `accepted`.
    pub solution: Vec<Move>,
    /// The best replies to the move in the game, from the opponent's on.
    pub refutation: Vec<Move>,
    /// Nodes of the shortest of some searches, of 200 nodes and five times as many each, that prefers an
    /// accepted move; of the first check if none of them does.
    pub found_after: u32,
    /// What the first move of the solution does; `None` if nothing can be said.
    pub idea: Option<ExerciseIdea>,
}

/// How the position came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ExerciseOrigin {
    /// The solver's side made a mistake.
    Mistake,
    /// The opponent had just made a mistake, and the solver's side missed the chance.
    MissedChance,
}

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExerciseIdea {
    pub kind: ClaimKind,
    /// A sentence by the side that makes the move.
    pub text: String,
    /// What shows it on the board.
    pub proof: ClaimProof,
}

/// An id by the position: the same position of two games is one exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct ExerciseId(pub u64);

/// A text that is no id of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 16 lower-case hexadecimal digits")]
pub struct InvalidExerciseId;

/// Sixteen hexadecimal digits.
impl fmt::Display for ExerciseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Reads an id as it is written, and in no other way.
impl FromStr for ExerciseId {
    type Err = InvalidExerciseId;

    fn from_str(text: &str) -> Result<Self, InvalidExerciseId> {
        // The digits alone: `from_str_radix` reads a sign as well.
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 16 || !text.bytes().all(is_digit) {
            return Err(InvalidExerciseId);
        }
        let key = u64::from_str_radix(text, 16).map_err(|_| InvalidExerciseId)?;
        Ok(Self(key))
    }
}

impl TryFrom<String> for ExerciseId {
    type Error = InvalidExerciseId;

    fn try_from(text: String) -> Result<Self, InvalidExerciseId> {
        text.parse()
    }
}

impl From<ExerciseId> for String {
    fn from(id: ExerciseId) -> String {
        id.to_string()
    }
}

impl Exercise {
    /// The id: the key of the position, which includes the side to move and is the same in every
    /// version.
    #[must_use]
    pub fn id(&self) -> ExerciseId {
        ExerciseId(self.start.key())
    }

    /// The side that solves.
    #[must_use]
    pub fn solver(&self) -> Color {
        self.start.side_to_move()
    }

    #[must_use]
    pub fn phase(&self) -> GamePhase {
        GamePhase::of(&self.start)
    }

    /// The best first move; `None` only for an exercise that was put together without one.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.solution.first().copied()
    }

    /// Number of moves that the solver has to find.
    #[must_use]
    pub fn solver_moves(&self) -> usize {
        self.solution.len().div_ceil(2)
    }

    /// The position before the solver's move with this index, from 0; `None` beyond the last one.
    #[must_use]
    pub fn position(&self, index: usize) -> Option<Position> {
        let before = self.solution.get(..index.checked_mul(2)?)?;
        (index < self.solver_moves())
            .then(|| replay(&self.start, before))
            .flatten()
    }
}

/// The position after legal moves; `None` if one is illegal.
pub(super) fn replay(from: &Position, moves: &[Move]) -> Option<Position> {
    let mut position = *from;
    for &mv in moves {
        if !position.is_legal(mv) {
            return None;
        }
        position = position.play(mv);
    }
    Some(position)
}

/// Whether the side to move is mated.
pub(super) fn is_mate(position: &Position) -> bool {
    position.in_check() && !position.has_legal_move()
}
