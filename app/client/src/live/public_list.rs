//! A public list of the server on one page.

use wire::live::protocol::{ClientMessage, OpenChallenge, RunningGame, ServerMessage};

use super::connection::{Connection, ConnectionEffect, ConnectionEvent};

/// An entry of a list that the server sends to whoever asks for it.
pub trait ListEntry: Sized {
    /// Asks for the list.
    const SUBSCRIBE: ClientMessage;

    /// The list, if the message is it.
    fn read(message: ServerMessage) -> Option<Vec<Self>>;
}

impl ListEntry for OpenChallenge {
    const SUBSCRIBE: ClientMessage = ClientMessage::Lobby;

    fn read(message: ServerMessage) -> Option<Vec<Self>> {
        match message {
            ServerMessage::Lobby { challenges } => Some(challenges),
            _ => None,
        }
    }
}

impl ListEntry for RunningGame {
    const SUBSCRIBE: ClientMessage = ClientMessage::RunningGames;

    fn read(message: ServerMessage) -> Option<Vec<Self>> {
        match message {
            ServerMessage::RunningGames { games } => Some(games),
            _ => None,
        }
    }
}

/// The state of a page that shows a public list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicList<T> {
    connection: Connection,
    /// The latest first; `None` before the server's first message.
    entries: Option<Vec<T>>,
}

/// An input of the list's reducer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListEvent {
    Connection(ConnectionEvent),
    ServerMessage(ServerMessage),
    /// The visitor leaves the page.
    Leave,
}

impl<T> Default for PublicList<T> {
    fn default() -> Self {
        Self {
            connection: Connection::default(),
            entries: None,
        }
    }
}

impl<T: ListEntry> PublicList<T> {
    /// Handles an event at `now`, in monotonic milliseconds.
    pub fn update(&mut self, event: ListEvent, now: u64) -> Vec<ConnectionEffect> {
        match event {
            ListEvent::Connection(event) => {
                self.connection.set_wanted(true);
                let was_open = self.connection.is_open();
                let mut effects = self.connection.update(event, now);
                if self.connection.is_open() && !was_open {
                    effects.push(ConnectionEffect::Send(T::SUBSCRIBE));
                }
                effects
            }
            ListEvent::ServerMessage(message) => {
                if let Some(entries) = T::read(message) {
                    self.connection.mark_synced();
                    self.entries = Some(entries);
                }
                Vec::new()
            }
            ListEvent::Leave => self.connection.close().into_iter().collect(),
        }
    }

    /// The latest first; `None` before the server's first message.
    pub fn entries(&self) -> Option<&[T]> {
        self.entries.as_deref()
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
        let mut lobby = PublicList::<OpenChallenge>::default();
        lobby.update(ListEvent::Connection(ConnectionEvent::Wake), 0);
        let asks = ConnectionEffect::Send(ClientMessage::Lobby);
        let opened = |socket| ListEvent::Connection(ConnectionEvent::Opened(socket));
        assert!(lobby.update(opened(1), 10).contains(&asks));
        assert_eq!(lobby.entries(), None);
        let told = ServerMessage::Lobby {
            challenges: vec![challenge()],
        };
        lobby.update(ListEvent::ServerMessage(told.clone()), 20);
        let lost = ConnectionEvent::Closed {
            socket: 1,
            jitter: 0,
        };
        lobby.update(ListEvent::Connection(lost), 30);
        assert_eq!(lobby.entries(), Some(&[challenge()][..]));
        assert!(lobby.is_stale());
        lobby.update(ListEvent::Connection(ConnectionEvent::Retry(1)), 300);
        assert!(lobby.update(opened(2), 310).contains(&asks));
        assert!(lobby.is_stale(), "until it is told anew");
        lobby.update(ListEvent::ServerMessage(told), 320);
        assert!(!lobby.is_stale());
        assert_eq!(
            lobby.update(ListEvent::Leave, 400),
            [ConnectionEffect::Close(2)]
        );
    }

    #[test]
    fn another_list_is_not_taken_for_its_own() {
        let mut running = PublicList::<RunningGame>::default();
        let lobby = ServerMessage::Lobby {
            challenges: vec![challenge()],
        };
        running.update(ListEvent::ServerMessage(lobby), 0);
        assert_eq!(running.entries(), None);
        let games = Vec::new();
        running.update(
            ListEvent::ServerMessage(ServerMessage::RunningGames { games }),
            0,
        );
        assert_eq!(running.entries(), Some(&[][..]));
    }
}
