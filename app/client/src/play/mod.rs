//! One game against the engine: the state of the page's game, and what can be read from it.
//!
//! Written only by [`update`]. Facts have one home; everything else is a method here. `saved_game` is
//! the form in which a game survives a reload, `link` and `shared_game` those in which it goes to
//! others, `stashed_game` is one that made room for a game from a link.

mod clock;
mod day;
mod draw;
mod draw_refusal;
mod effect;
mod evaluation;
mod event;
mod explain;
mod explanation;
mod learn;
mod learner_state;
mod learner_sync;
pub mod link;
mod moves;
mod network_view;
mod player_actions;
mod record;
mod replay;
pub mod saved_game;
mod search;
mod seats;
pub mod shared_game;
pub mod stashed_game;
mod state;
mod streak;
#[cfg(test)]
mod tests;
mod thinking;
mod update;
mod variation;
mod variations;
mod win_streak;

pub use day::Day;
pub use draw::{Draw, NotKept};
pub use draw_refusal::Refusal;
pub use effect::Effect;
pub use evaluation::Evaluation;
pub use event::Event;
pub use explanation::{Decided, Doubt, Preview, Said, Unexplained, Verified};
pub use learner_state::Remembered;
pub use search::MAX_FAILURES;
pub use seats::Seats;
pub use state::{EngineState, LeftGame, Purpose, RecordState, Search, Stage, State, Status};
pub use thinking::{CANDIDATES, Candidate, LiveLine, Thought, ThoughtLine, white_share};
pub(crate) use update::start_fen;
pub use update::update;
pub use variation::Variation;
pub use win_streak::Streak;
