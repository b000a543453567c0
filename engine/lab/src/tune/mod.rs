//! Tuning of the search's parameters by games against itself.
//!
//! [`Spsa`] is the arithmetic; [`play_pair`] plays the two games of an opening. Threads and files belong
//! to the caller.

mod pair;
mod spsa;

pub use pair::{TunePlayers, play_pair};
pub use spsa::{Spsa, SpsaTrial};
