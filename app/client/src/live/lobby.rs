//! The open challenges, as one page sees them: a pure reducer.

use wire::live::protocol::{ClientMessage, OpenChallenge, ServerMessage};

use super::connection::{Line, LineEffect, LineEvent};

/// The open challenges.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lobby {
    line: Line,
    /// The latest first; `None` before they were told.
    challenges: Option<Vec<OpenChallenge>>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LobbyEvent {
    /// To the connection.
    Line(LineEvent),
    /// The server has told something.
    Told(ServerMessage),
    /// The page is about to be left.
    Leave,
}

impl Lobby {
    /// Takes an event in that happened at `now`, milliseconds by a clock that never goes back.
    pub fn update(&mut self, event: LobbyEvent, now: u64) -> Vec<LineEffect> {
        match event {
            LobbyEvent::Line(event) => {
                self.line.want(true);
                let was_open = self.line.is_open();
                let mut effects = self.line.update(event, now);
                if self.line.is_open() && !was_open {
                    effects.push(LineEffect::Send(ClientMessage::Lobby));
                }
                effects
            }
            LobbyEvent::Told(ServerMessage::Lobby { challenges }) => {
                self.line.settled();
                self.challenges = Some(challenges);
                Vec::new()
            }
            LobbyEvent::Told(_) => Vec::new(),
            LobbyEvent::Leave => self.line.leave().into_iter().collect(),
        }
    }

    /// Who waits, the latest first; `None` before that was told.
    pub fn challenges(&self) -> Option<&[OpenChallenge]> {
        self.challenges.as_deref()
    }

    /// Whether what is known may be old.
    pub fn is_cut_off(&self) -> bool {
        self.line.lost_at().is_some()
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
        lobby.update(LobbyEvent::Line(LineEvent::Stir), 0);
        let asks = LineEffect::Send(ClientMessage::Lobby);
        let opened = |socket| LobbyEvent::Line(LineEvent::Opened(socket));
        assert!(lobby.update(opened(1), 10).contains(&asks));
        assert_eq!(lobby.challenges(), None);
        let told = ServerMessage::Lobby {
            challenges: vec![challenge()],
        };
        lobby.update(LobbyEvent::Told(told.clone()), 20);
        let lost = LineEvent::Closed { socket: 1, draw: 0 };
        lobby.update(LobbyEvent::Line(lost), 30);
        assert_eq!(lobby.challenges(), Some(&[challenge()][..]));
        assert!(lobby.is_cut_off());
        lobby.update(LobbyEvent::Line(LineEvent::Again(1)), 300);
        assert!(lobby.update(opened(2), 310).contains(&asks));
        assert!(lobby.is_cut_off(), "until it is told anew");
        lobby.update(LobbyEvent::Told(told), 320);
        assert!(!lobby.is_cut_off());
        assert_eq!(
            lobby.update(LobbyEvent::Leave, 400),
            [LineEffect::HangUp(2)]
        );
    }
}
