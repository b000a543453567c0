//! The server functions: the only way by which the page reads and writes what is the visitor's.

mod games;
mod learners;

pub use games::{games_before, record_game, results, results_by_level};
pub use learners::meet_learner;
