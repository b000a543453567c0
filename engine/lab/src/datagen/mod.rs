//! Games that the engine plays against itself, to learn from.
//!
//! [`SelfPlay`] plays the game of a number, the same each time; [`Record`] is how it is kept, some
//! four bytes a position, and [`Games`] how many of them are. Threads and files belong to the
//! caller.

mod games;
mod record;
mod self_play;

pub use games::{Games, GamesError};
pub use record::{Record, RecordError, Scored};
pub use self_play::{Rules, SelfPlay};
