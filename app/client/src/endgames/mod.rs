//! The course of endings: positions to be won or held against a defence that never errs.
//!
//! `lessons` has the positions, `progress` what was solved. `messages` are those of page and worker; in the
//! worker `opponent` chooses a reply by endgame tables, `map` has the values of a position with one piece on
//! each square, and `worker_part` answers. `state` is the reducer of the page with `requests`, `answers`
//! and `film`, `text` says it in words.

mod answers;
mod event;
mod film;
mod lessons;
mod map;
mod messages;
mod opponent;
mod progress;
mod requests;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod worker_part;

pub use event::{EndgameEffect, EndgameEvent};
pub use lessons::{CHAPTERS, Chapter, Lesson};
pub use messages::{EndgameAnswer, EndgameRequest, PieceMap, Probed, SpreadMap, SpreadStep};
pub use progress::{Progress, Solution};
pub use state::{EndgameState, HELD_MOVES, LessonStage, Trouble};
pub use text::{goal_text, map_label, map_text, share_text, status_text, truth_text};
pub use worker_part::{answer, position_of};

/// What a lesson asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Win,
    Draw,
}
