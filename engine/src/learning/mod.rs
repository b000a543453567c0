//! What is learnt from finished games.
//!
//! `q_table` is what a learner remembers, `rule` how a game changes it; `transfer` takes it from
//! one device to another; a `course` measures what learning is worth.
//! With the feature `train`, which nothing that plays needs, `datagen` plays games to learn from, and
//! `train` teaches a network by them, and `fit` chooses the hand-made evaluation's weights so that
//! they foretell results; `golden` finds the least of what falls and rises.

mod action;
mod course;
#[cfg(feature = "train")]
pub mod datagen;
#[cfg(feature = "train")]
pub mod fit;
#[cfg(feature = "train")]
mod golden;
mod q_table;
mod rule;
#[cfg(feature = "train")]
pub mod train;
#[cfg(feature = "serde")]
mod transfer;

pub use action::{Action, InvalidAction};
pub use course::{Course, Mark};
#[cfg(feature = "train")]
pub use golden::golden_section;
pub use q_table::{ActionValue, Ending, GameId, QTable, Record, Value};
pub use rule::{Lesson, Params, Rule};
#[cfg(feature = "serde")]
pub use transfer::{Transfer, TransferError};
