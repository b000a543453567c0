//! A visitor's exercises, and what the visitor did with them.

use engine::exercises::ExerciseId;
use serde::{Deserialize, Serialize};

/// The most exercises of one visitor.
pub const MAX_EXERCISES: usize = 5_000;
/// The most exercises of one request or answer.
pub const MAX_SENT_EXERCISES: usize = 200;
/// The most answers of one request or answer.
pub const MAX_SENT_ANSWERS: usize = 1_000;
/// The most answers of one visitor that are kept.
pub const MAX_ANSWERS: usize = 50_000;

/// An exercise of a visitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredExercise {
    /// The exercise as the engine encodes it (`Exercise::encode`).
    pub text: String,
    /// When it was added, milliseconds since 1970.
    pub added_at: u64,
}

/// What a visitor did with an exercise. The log of them is all that is known: the schedule follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExerciseAnswer {
    /// The exercise's id.
    pub exercise: ExerciseId,
    /// When, milliseconds since 1970.
    pub at: u64,
    pub grade: AnswerGrade,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerGrade {
    /// Not solved.
    Again,
    /// Solved with a hint, or after a wrong try that was not bad.
    Hard,
    Good,
    Easy,
    /// The visitor does not want to see it again.
    SetAside,
    /// … wants it back.
    TakenUp,
}
