//! Data generation: self-play games to train on.
//!
//! [`SelfPlay`] plays the game of a number, the same each time; [`SelfPlayGame`] has the binary format,
//! about four bytes a position; [`GameFileReader`] reads files of games. Threads and files belong to the
//! caller.

mod game_file;
mod self_play;
mod self_play_game;

pub use game_file::{GameFileError, GameFileReader};
pub use self_play::{SelfPlay, SelfPlayConfig};
pub use self_play_game::{GameFormatError, ScoredMove, SelfPlayGame};
