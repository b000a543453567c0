//! The games under way that began in the lobby.

use std::net::IpAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wire::live::protocol::{RunningGame, ServerMessage};

use super::public_list::{ListEntry, PublicList};

/// Games under way and the sockets that subscribe to them.
pub type RunningGames = PublicList<ListedGame>;

/// A game under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedGame {
    /// The message's part.
    pub game: RunningGame,
    /// A player's address, where it is known.
    pub from: Option<IpAddr>,
}

impl ListEntry for ListedGame {
    const TOPIC: &'static str = "running_games";

    type Shown = RunningGame;

    const MAX_SHOWN: usize = 12;
    const GATHER: Duration = Duration::from_secs(1);

    fn from(&self) -> Option<IpAddr> {
        self.from
    }

    fn shown(&self) -> RunningGame {
        self.game.clone()
    }

    fn message(games: Vec<RunningGame>) -> ServerMessage {
        ServerMessage::RunningGames { games }
    }
}
