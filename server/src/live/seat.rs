//! Players' connections to the servers of one store.

use engine::rules::Color;
use serde::{Deserialize, Serialize};

use super::clock::Now;

/// A server that was not heard of for so long is lost, milliseconds of game time. It says something every
/// second.
pub const LOST_AFTER_MS: Now = 3_000;

/// A server, for as long as it runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ServerId(pub String);

/// A player's connections to one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    pub side: Color,
    pub server: ServerId,
    /// When the server was last heard of.
    pub seen: Now,
    pub state: SeatState,
}

/// What has become of a player's connections to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatState {
    Connected,
    /// They were lost with the server.
    Lost,
    /// The last one has ended.
    Left(Leave),
}

/// The end of a player's last connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    pub at: Now,
    /// Whether the player said so, rather than losing the connection.
    pub goodbye: bool,
}

impl Seat {
    /// The end of the connections, if it has come.
    pub fn end(&self) -> Option<Leave> {
        match self.state {
            SeatState::Connected => None,
            SeatState::Left(leave) => Some(leave),
            SeatState::Lost => Some(Leave {
                at: self.seen,
                goodbye: false,
            }),
        }
    }
}
