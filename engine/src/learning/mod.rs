//! What is learnt from finished games.
//!
//! `q_table` is what a learner remembers, `rule` how a game changes it; `transfer` takes it from
//! one device to another.

mod action;
mod q_table;
mod rule;
#[cfg(feature = "serde")]
mod transfer;

pub use action::{Action, InvalidAction};
pub use q_table::{ActionValue, Ending, GameId, QTable, Record, Value};
pub use rule::{Lesson, Params, Rule};
#[cfg(feature = "serde")]
pub use transfer::{Transfer, TransferError};
