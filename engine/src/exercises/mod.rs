//! Exercises from games: positions in which a side went wrong, with the moves that were good.
//!
//! [`ExerciseMaker`] says which searches it needs and takes in their lines, so that worker, server and
//! command line make the same exercises. It scores the positions of a game (`maker`), or takes the
//! scores of a review; a move that loses much becomes a candidate (`candidate_check`): three searches with
//! rising node limits must agree on the good moves (`choice`), then the line goes on as long as there is
//! one good move only (`solution`), and `explain` finds the idea (`idea`).
//!
//! [`Exercise`] is the result: hints in steps (`hint`), judging of answers (`judgement`), an estimate of its
//! difficulty (`difficulty`), and text for storage (`encoding`).
//!
//! Architecture invariant: runs no search itself.

mod candidate_check;
mod choice;
mod difficulty;
mod encoding;
mod exercise;
mod hint;
mod idea;
mod judgement;
mod maker;
mod phase;
mod settings;
mod solution;

pub use difficulty::Difficulty;
pub use encoding::{ExerciseError, MAX_EXERCISE_BYTES};
pub use exercise::{Exercise, ExerciseId, ExerciseIdea, ExerciseOrigin, InvalidExerciseId};
pub use hint::{Hint, HintStage, idea_hint};
pub use judgement::Judgement;
pub use maker::{ExerciseMaker, GameExercises};
pub use phase::GamePhase;
pub use settings::{
    DECIDED_CHANCE, EQUAL_POINTS, ExerciseSearch, ExerciseSettings, FEW_MEN, MAX_ACCEPTED,
    MAX_SOLUTION_MOVES, MIN_CHANCE, MIN_ENDING_GAP, MIN_GAP, MIN_LOSS,
};
