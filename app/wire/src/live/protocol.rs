//! The messages of `/ws`: JSON in text frames of at most [`MAX_FRAME_BYTES`].
//!
//! A game has one history: each event makes its version one greater, is committed, then acknowledged
//! to the client that caused it, then sent to all subscribers. A client that reconnects names the
//! version that it knows and receives the events since, or a snapshot. A move is identified by its
//! game and ply: sending it again changes nothing and is acknowledged again.

use engine::rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use super::game_link::GameLink;
use super::game_view::{Clocks, GameView, PlayerInfo};
use crate::time_control::TimeControl;

/// The longest frame, bytes. A longer one ends the connection.
pub const MAX_FRAME_BYTES: usize = 4096;

/// The most games that one socket may watch.
pub const MAX_WATCHED_GAMES: usize = 8;

/// A message from the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Subscribes to a game. Answered with the events since the version and
    /// [`ServerMessage::Synced`], with a [`ServerMessage::Snapshot`] if there is no version or it is
    /// too old, or with [`ServerMessage::Gone`].
    Resume {
        game: GameLink,
        /// The version that the client knows.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        version: Option<u32>,
    },
    /// Unsubscribes; sent when the page is closed.
    Leave { game: GameLink },
    /// Plays a move.
    Move {
        game: GameLink,
        /// The number of moves before it: the game's ply as it was on the board.
        ply: u32,
        uci: String,
        /// Repeated in the answer.
        id: u32,
    },
    /// Does anything else that a player may do.
    Act {
        game: GameLink,
        act: PlayerAction,
        /// Repeated in the answer.
        id: u32,
    },
    /// Subscribes to the open challenges.
    Lobby,
    /// Unsubscribes from the open challenges.
    LeaveLobby,
    /// Subscribes to the games under way that began in the lobby, until the socket closes.
    RunningGames,
    /// Answered at once with [`ServerMessage::Pong`].
    Ping {
        /// Repeated in the answer.
        id: u32,
    },
}

/// What a player may do besides moving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerAction {
    /// Resigns.
    Resign,
    /// Ends the game before both have moved; it counts for nothing.
    Abort,
    /// Offers a draw, accepts the opponent's offer, or claims one that the rules allow.
    Draw,
    /// Asks to undo the own last move, or accepts the opponent's request.
    Takeback,
    /// Declines whatever the opponent offers.
    Decline,
    /// Offers a rematch with colours swapped, or accepts the opponent's offer.
    Rematch,
    /// Claims a win against an opponent who has been away long enough.
    ClaimWin,
    /// Claims a draw against one.
    ClaimDraw,
}

/// A message from the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// A game's next event.
    Event {
        game: GameLink,
        /// The version after the event: one more than before.
        version: u32,
        /// The event.
        event: GameEvent,
        /// The clocks after it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        clocks: Option<Clocks>,
    },
    /// The request was carried out and committed.
    Ack {
        /// The id of the request.
        id: u32,
        /// The version that it made; for a move that was known already, that version or a later one.
        version: u32,
    },
    /// The request was refused; the game is unchanged.
    Nak {
        /// The id of the request; 0 if it had none.
        id: u32,
        code: RefusalCode,
        /// The game's current version; 0 if there is no such game.
        version: u32,
    },
    /// A whole game.
    Snapshot {
        view: Box<GameView>,
        /// The receiver's side; `None` for a spectator.
        seat: Option<Color>,
    },
    /// All missed events have been sent.
    Synced {
        game: GameLink,
        version: u32,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        clocks: Option<Clocks>,
        /// The receiver's side; `None` for a spectator.
        seat: Option<Color>,
    },
    /// The game does not exist, or no longer.
    Gone { game: GameLink },
    /// Who is connected. It is not part of the game's history.
    Presence {
        game: GameLink,
        white: bool,
        black: bool,
        /// Connections beside those of the players.
        watching: u32,
        /// Milliseconds until the remaining player may claim the game; `None` while no claim is
        /// possible.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        claim_in_ms: Option<u32>,
    },
    /// The open challenges.
    Lobby {
        /// The latest first.
        challenges: Vec<OpenChallenge>,
    },
    /// The games under way that began in the lobby and have a connected player.
    RunningGames {
        /// The latest first.
        games: Vec<RunningGame>,
    },
    /// Answers a ping.
    Pong {
        /// The id of the ping.
        id: u32,
    },
}

/// An event in the history of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum GameEvent {
    /// A move.
    Moved {
        /// The number of moves before it.
        ply: u32,
        /// In UCI notation.
        uci: String,
    },
    /// Something is offered.
    Offered {
        offer: Offer,
        /// The side that makes it.
        by: Color,
    },
    /// An offer was declined, or withdrawn by a move.
    Declined {
        offer: Offer,
        /// The side that had made it.
        of: Color,
    },
    /// Moves were taken back.
    TakenBack {
        /// The number of moves left.
        ply: u32,
    },
    /// The game has ended.
    Ended {
        /// The outcome.
        outcome: Outcome,
    },
    /// The game ended before both sides had moved.
    Aborted,
    /// The rematch has begun.
    Next { game: GameLink },
    /// A side got time back that its server, which was lost, had cost it. The clocks after it have it.
    TimeGiven {
        side: Color,
        /// Milliseconds.
        ms: u32,
    },
}

/// What one player may offer to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// To have moves back.
    Takeback,
    /// Another game.
    Rematch,
}

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    UnknownGame,
    /// The side belongs to another user.
    NotYours,
    /// The game has not begun, or is over.
    NotPlaying,
    /// It is the other side's turn.
    NotYourTurn,
    /// The game has more moves by now, or fewer.
    WrongPly,
    /// The rules forbid the move, or it is no move.
    IllegalMove,
    /// That can't be done in this position or at this moment.
    NotNow,
    /// More messages were sent than a game needs.
    TooFast,
    /// The socket watches [`MAX_WATCHED_GAMES`] already.
    TooManyGames,
    /// It could not be committed; it may be sent again later.
    Busy,
}

/// A game that waits for an opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenChallenge {
    /// Its address.
    pub game: GameLink,
    /// Who waits, `None` for a guest.
    pub by: Option<String>,
    /// The colour that is left for whoever accepts.
    pub color: Color,
    /// The time for both sides, `None` without clocks.
    pub control: Option<TimeControl>,
    /// Whether it starts from a position of its own.
    pub from_position: bool,
}

/// A game under way that anybody may watch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningGame {
    /// Its address.
    pub game: GameLink,
    pub white: PlayerInfo,
    pub black: PlayerInfo,
    /// The time for both sides, `None` without clocks.
    pub control: Option<TimeControl>,
    /// The position, as FEN.
    pub fen: String,
    /// The move that led there, in UCI notation.
    pub last_move: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ClientMessage, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn requests_are_written_as_described() {
        let game: GameLink = "q3ZkV9dYw7Ab".parse().expect("a link");
        for (text, request) in [
            (
                r#"{"type":"move","game":"q3ZkV9dYw7Ab","ply":3,"uci":"e7e5","id":7}"#,
                ClientMessage::Move {
                    game: game.clone(),
                    ply: 3,
                    uci: "e7e5".to_owned(),
                    id: 7,
                },
            ),
            (
                r#"{"type":"resume","game":"q3ZkV9dYw7Ab","version":4}"#,
                ClientMessage::Resume {
                    game: game.clone(),
                    version: Some(4),
                },
            ),
            (
                r#"{"type":"act","game":"q3ZkV9dYw7Ab","act":"claim_win","id":1}"#,
                ClientMessage::Act {
                    game,
                    act: PlayerAction::ClaimWin,
                    id: 1,
                },
            ),
            (r#"{"type":"lobby"}"#, ClientMessage::Lobby),
            (r#"{"type":"running_games"}"#, ClientMessage::RunningGames),
            (r#"{"type":"ping","id":9}"#, ClientMessage::Ping { id: 9 }),
        ] {
            assert_eq!(read(text).expect(text), request);
            assert_eq!(serde_json::to_string(&request).expect("JSON"), text);
        }
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for text in [
            "",
            "null",
            "[]",
            "{}",
            r#"{"type":"shout"}"#,
            r#"{"type":"ping"}"#,
            r#"{"type":"ping","id":-1}"#,
            r#"{"type":"ping","id":4294967296}"#,
            r#"{"type":"ping","id":1,"more":1}"#,
            r#"{"type":"resume","game":"q3ZkV9dYw7A"}"#,
            r#"{"type":"act","game":"q3ZkV9dYw7Ab","act":"win","id":1}"#,
            r#"{"type":"move","game":"q3ZkV9dYw7Ab","ply":1.5,"uci":"e2e4","id":1}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
