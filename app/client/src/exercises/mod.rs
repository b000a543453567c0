//! Training with exercises from the visitor's own games: each comes again when it is about to be
//! forgotten.
//!
//! What is stored are the exercises and the log of answers (`answer_log`); all else follows from them, so
//! that two devices merge by union. `memory` is what FSRS makes of answers, `schedule` the replay of an
//! exercise's answers, `history` all answers with their schedules (`openings` has one of its own), `deck` all
//! exercises of a visitor with what is not sent yet, `due` what comes next and `stored_text` the form in the
//! browser's storage. `idea_group` and `statistics` count.
//!
//! `state` is the reducer of the page with `solving` (moves, hints, the end) and `lines` (what is stepped
//! through: `shown_line`); `board` is what to draw, `grading` what an answer is worth, and `text` says it
//! in words, with `voice` for the sentences of the engine.

mod answer_log;
mod board;
mod deck;
mod due;
mod event;
mod grading;
mod history;
mod idea_group;
mod lines;
mod local_time;
mod memory;
mod schedule;
mod shown_line;
mod solving;
mod state;
mod statistics;
mod stored_text;
#[cfg(test)]
mod tests;
mod text;
mod voice;

pub use board::AnalysisTarget;
pub use deck::{Added, Deck, DeckExercise, Unsent};
pub use due::DEFAULT_NEW_PER_DAY;
pub use event::{TrainEffect, TrainEvent};
pub use history::AnswerHistory;
pub use idea_group::IdeaGroup;
pub use local_time::LocalTime;
pub use schedule::Schedule;
pub use shown_line::{LineKind, ShownLine};
pub use state::{AddedCount, Attempt, AttemptEnd, AttemptStage, TrainState};
pub use statistics::{IdeaShare, Statistics};
pub use stored_text::{note_text, parse_note};
pub use text::{
    added_text, due_text, grade_name, hint_text, idea_text, known_text, origin_text, played_text,
    practised_text, share_text, solved_today_text, status_text, task_text,
};
