//! The lobby: the open challenges on one page.

use wire::live::protocol::{ClientMessage, OpenChallenge, ServerMessage};

use super::connection::{Connection, ConnectionEffect, ConnectionEvent};

/// The state of a page that lists the open challenges.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lobby {
    connection: Connection,
    /// The latest first; `None` before the server's first message.
    challenges: Option<Vec<OpenChallenge>>,
}

/// An input of the lobby's reducer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LobbyEvent {
    Connection(ConnectionEvent),
    ServerMessage(ServerMessage),
    /// The visitor leaves the page.
    Leave,
}

impl Lobby {
    /// Handles an event at `now`, in monotonic milliseconds.
    pub fn update(&mut self, event: LobbyEvent, now: u64) -> Vec<ConnectionEffect> {
        match event {
            LobbyEvent::Connection(event) => {
                self.connection.set_wanted(true);
                let was_open = self.connection.is_open();
                let mut effects = self.connection.update(event, now);
                if self.connection.is_open() && !was_open {
                    effects.push(ConnectionEffect::Send(ClientMessage::Lobby));
                }
                effects
            }
            LobbyEvent::ServerMessage(ServerMessage::Lobby { challenges }) => {
                self.connection.mark_synced();
                self.challenges = Some(challenges);
                Vec::new()
            }
            LobbyEvent::ServerMessage(_) => Vec::new(),
            LobbyEvent::Leave => self.connection.close().into_iter().collect(),
        }
    }

    /// The latest first; `None` before the server's first message.
    pub fn challenges(&self) -> Option<&[OpenChallenge]> {
        self.challenges.as_deref()
    }

    /// Whether the list may be out of date.
    pub fn is_stale(&self) -> bool {
        self.connection.lost_at().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rules::Color;

    fn challenge() -> OpenChallenge {
        OpenChallenge {
            game: "q3ZkV9dYw7Ab".parse().expect("a link"),
            by: None,
            color: Color::Black,
            control: None,
            from_position: false,
        }
    }

    #[test]
    fn it_asks_each_time_that_it_is_connected_and_keeps_what_it_knows_meanwhile() {
        let mut lobby = Lobby::default();
        lobby.update(LobbyEvent::Connection(ConnectionEvent::Wake), 0);
        let asks = ConnectionEffect::Send(ClientMessage::Lobby);
        let opened = |socket| LobbyEvent::Connection(ConnectionEvent::Opened(socket));
        assert!(lobby.update(opened(1), 10).contains(&asks));
        assert_eq!(lobby.challenges(), None);
        let told = ServerMessage::Lobby {
            challenges: vec![challenge()],
        };
        lobby.update(LobbyEvent::ServerMessage(told.clone()), 20);
        let lost = ConnectionEvent::Closed {
            socket: 1,
            jitter: 0,
        };
        lobby.update(LobbyEvent::Connection(lost), 30);
        assert_eq!(lobby.challenges(), Some(&[challenge()][..]));
        assert!(lobby.is_stale());
        lobby.update(LobbyEvent::Connection(ConnectionEvent::Retry(1)), 300);
        assert!(lobby.update(opened(2), 310).contains(&asks));
        assert!(lobby.is_stale(), "until it is told anew");
        lobby.update(LobbyEvent::ServerMessage(told), 320);
        assert!(!lobby.is_stale());
        assert_eq!(
            lobby.update(LobbyEvent::Leave, 400),
            [ConnectionEffect::Close(2)]
        );
    }
}
