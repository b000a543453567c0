//! What goes over `/ws`, as JSON in text frames of at most [`MOST_BYTES`].
//!
//! A game has one history: each change makes its version one greater, is committed, then
//! acknowledged to whoever made it, then told to all who watch. Whoever was away asks by the version
//! that they know and gets what they missed, or the whole game. A move is named by its game and ply,
//! so sending it again changes nothing and is acknowledged again.

use engine::rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use super::{
    game_link::GameLink,
    game_view::{Clocks, GameView},
};
use crate::time_control::TimeControl;

/// A longer frame ends the connection.
pub const MOST_BYTES: usize = 4096;

/// How many games one socket may watch.
pub const MOST_GAMES: usize = 8;

/// From the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Watch this game from here on. Answered with the events since the version and [`Tell::Synced`],
    /// with a [`Tell::Snapshot`] where there is no version or it is too long ago, or with
    /// [`Tell::Gone`].
    Resume {
        /// Which.
        game: GameLink,
        /// What is known already.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        version: Option<u32>,
    },
    /// Watch it no longer: the goodbye of whoever closes the page.
    Leave {
        /// Which.
        game: GameLink,
    },
    /// A move of one's own.
    Move {
        /// Where.
        game: GameLink,
        /// The number of moves before it: the game's ply as it was on the board.
        ply: u32,
        /// In UCI notation.
        uci: String,
        /// Comes back in the answer.
        id: u32,
    },
    /// Anything else that a player does.
    Act {
        /// Where.
        game: GameLink,
        /// What.
        act: Act,
        /// Comes back in the answer.
        id: u32,
    },
    /// Have the open challenges told from here on, each time that they change.
    Lobby,
    /// Have them told no longer.
    LeaveLobby,
    /// Answered at once.
    Ping {
        /// Comes back in the answer.
        id: u32,
    },
}

/// What a player does beside moving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Gives up.
    Resign,
    /// Ends the game before both have moved; it counts for nothing.
    Abort,
    /// Offers a draw, accepts the opponent's offer, or claims one that the rules allow.
    Draw,
    /// Asks for the own last move back, or grants the opponent theirs.
    Takeback,
    /// Declines whatever the opponent offers.
    Decline,
    /// Offers another game, colours swapped, or accepts the opponent's offer.
    Rematch,
    /// Wins against an opponent who has left for long enough.
    ClaimWin,
    /// Draws with one.
    ClaimDraw,
}

/// From the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Tell {
    /// A game has changed.
    Event {
        /// Which.
        game: GameLink,
        /// Its version from here on: one more than before.
        version: u32,
        /// What happened.
        event: Happened,
        /// The clocks after it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        clocks: Option<Clocks>,
    },
    /// What was asked is done and kept.
    Ack {
        /// Of the request.
        id: u32,
        /// The version that it made; for a move that was there already, one not before it.
        version: u32,
    },
    /// What was asked is not done; the game is as it was.
    Nak {
        /// Of the request; 0 of one that has none.
        id: u32,
        /// Why.
        code: Code,
        /// The game's version now; 0 where there is no such game.
        version: u32,
    },
    /// A whole game.
    Snapshot {
        /// As it stands.
        view: Box<GameView>,
        /// Which side is the receiver's, `None` for who watches.
        seat: Option<Color>,
    },
    /// All that was missed has been told.
    Synced {
        /// Of which game.
        game: GameLink,
        /// Its version.
        version: u32,
        /// Its clocks now.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        clocks: Option<Clocks>,
        /// Which side is the receiver's, `None` for who watches.
        seat: Option<Color>,
    },
    /// There is no such game, or no longer.
    Gone {
        /// Which.
        game: GameLink,
    },
    /// Who is there. Not a part of the game's history.
    Presence {
        /// Of which game.
        game: GameLink,
        /// Whether White is connected.
        white: bool,
        /// Whether Black is connected.
        black: bool,
        /// How many watch beside them.
        watching: u32,
        /// How long until whoever is still here may claim the game, milliseconds; `None` where
        /// nobody may.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        claim_in_ms: Option<u32>,
    },
    /// The open challenges.
    Lobby {
        /// The latest first.
        challenges: Vec<OpenChallenge>,
    },
    /// Answers a ping.
    Pong {
        /// Of the ping.
        id: u32,
    },
}

/// What happened in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Happened {
    /// A move.
    Moved {
        /// The number of moves before it.
        ply: u32,
        /// In UCI notation.
        uci: String,
    },
    /// Something is offered.
    Offered {
        /// What.
        offer: Offer,
        /// By whom.
        by: Color,
    },
    /// An offer is off: declined, or taken back by a move.
    Declined {
        /// Which.
        offer: Offer,
        /// Who had made it.
        of: Color,
    },
    /// Moves were taken back.
    TakenBack {
        /// So many moves are left.
        ply: u32,
    },
    /// The game has ended.
    Ended {
        /// How.
        outcome: Outcome,
    },
    /// The game ended before it had begun.
    Aborted,
    /// The rematch has begun.
    Next {
        /// Where.
        game: GameLink,
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

/// Why something was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// There is no such game.
    UnknownGame,
    /// The seat is somebody else's.
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
    /// More was sent than anybody plays.
    TooFast,
    /// One socket watches so many games at most.
    TooManyGames,
    /// It could not be kept; sending it again later is right.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn requests_are_written_as_described() {
        let game: GameLink = "q3ZkV9dYw7Ab".parse().expect("a link");
        for (text, request) in [
            (
                r#"{"type":"move","game":"q3ZkV9dYw7Ab","ply":3,"uci":"e7e5","id":7}"#,
                Request::Move {
                    game: game.clone(),
                    ply: 3,
                    uci: "e7e5".to_owned(),
                    id: 7,
                },
            ),
            (
                r#"{"type":"resume","game":"q3ZkV9dYw7Ab","version":4}"#,
                Request::Resume {
                    game: game.clone(),
                    version: Some(4),
                },
            ),
            (
                r#"{"type":"act","game":"q3ZkV9dYw7Ab","act":"claim_win","id":1}"#,
                Request::Act {
                    game,
                    act: Act::ClaimWin,
                    id: 1,
                },
            ),
            (r#"{"type":"lobby"}"#, Request::Lobby),
            (r#"{"type":"ping","id":9}"#, Request::Ping { id: 9 }),
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
