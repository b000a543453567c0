//! Raises a small network, from nothing or from another one: practice games, learning from them, test matches, generation
//! after generation.
//!
//! [`DojoConfig`] says how, [`Dojo`] holds the state and hands out [`Job`]s, a [`JobRunner`] carries them
//! out; there may be many, on threads or in workers. [`Algorithm`] names the three ways of learning,
//! each in a file of its own: `self_play_scores`, `td_leaf`, `deep_q`. [`Yardstick`]s are opponents of
//! known strength.
//!
//! Architecture invariant: the network of a generation depends on the configuration and the network that it was begun
//! with alone, to the bit, on every target and with any number of runners: a job depends on its number, sums have a fixed order,
//! and results are taken in the order of their numbers.

mod checkpoint;
mod config;
mod deep_q;
mod eval_source;
mod from_network;
mod history;
mod insights;
mod job;
mod learner;
mod lesson;
mod pair_counts;
mod past_games;
mod playing_network;
mod practice;
mod self_play_scores;
mod state;
mod strength;
mod task_queue;
mod td_leaf;
mod test_match;
mod test_of_generation;
mod yardstick;

#[cfg(test)]
mod tests;

pub use crate::train::NEURONS;
pub use checkpoint::CheckpointError;
pub use config::{Algorithm, DojoConfig, StartEval, UnknownName};
pub use eval_source::EvalSource;
pub use from_network::{NotTrainable, trainable_neurons};
pub use history::{GenerationRecord, History, TestRecord};
pub use insights::Insights;
pub use job::{Job, JobId, JobKind, JobResult, JobRunner, Task};
pub use pair_counts::PairCounts;
pub use playing_network::PlayingNetwork;
pub use practice::PracticeGame;
pub use state::{Dojo, DojoError};
pub use strength::Strength;
pub use test_match::{TEST_NODES, TestPair, TestSide};
pub use yardstick::Yardstick;
