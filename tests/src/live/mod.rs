//! Live games as a client has them: a socket, what is known of a game from what it says, and both
//! together as a visitor who plays or watches. Nothing of the app's own is used, so that the
//! protocol is read here as anybody else would read it.
//!
//! `socket` is the connection, `state` a game as it stands, `mirror` the copy of it that events
//! keep up to date (`clock_mirror` its clocks), `history` what all mirrors of a game have in common,
//! `visitor` a socket with its mirror, `test_game` a new game between two guests, `schedule` all
//! that may happen to it.

mod clock_mirror;
pub mod history;
pub mod mirror;
pub mod schedule;
pub mod socket;
pub mod state;
pub mod test_game;
pub mod visitor;

pub use history::History;
pub use mirror::Mirror;
pub use socket::{OpenError, Received, Socket, SocketRequest};
pub use state::State;
pub use test_game::{TestGame, TestPlayers};
pub use visitor::{CommandAnswer, Visitor};
