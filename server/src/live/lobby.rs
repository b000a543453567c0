//! The open challenges.

use std::net::IpAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wire::live::protocol::{OpenChallenge, ServerMessage};

use super::public_list::{ListEntry, PublicList};

/// Open challenges and the sockets that subscribe to them.
pub type Lobby = PublicList<ListedChallenge>;

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedChallenge {
    /// The message's part.
    pub challenge: OpenChallenge,
    /// The creator's address, where it is known.
    pub from: Option<IpAddr>,
}

impl ListEntry for ListedChallenge {
    const TOPIC: &'static str = "lobby";

    type Shown = OpenChallenge;

    const MAX_SHOWN: usize = 50;
    const GATHER: Duration = Duration::from_millis(200);

    fn from(&self) -> Option<IpAddr> {
        self.from
    }

    fn shown(&self) -> OpenChallenge {
        self.challenge.clone()
    }

    fn message(challenges: Vec<OpenChallenge>) -> ServerMessage {
        ServerMessage::Lobby { challenges }
    }
}
