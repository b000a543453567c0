//! Learning from finished games, for the players.
//!
//! `q_table` has a learner's Q values, `rule` updates them after a game, `transfer` exports and imports
//! them.
//!
//! Architecture invariant: knows the rules alone.

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
