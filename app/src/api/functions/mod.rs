//! The server functions: the only way by which the page reads and writes what is the visitor's.

mod games;
mod learners;

pub use games::{record_game, results};
pub use learners::meet_learner;
