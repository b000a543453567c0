//! Games with an address: new games, joined games, shared games.

use engine::rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use super::caller::{BackendFuture, SessionToken};
use crate::live::{GameLink, GameView};
use crate::time_control::TimeControl;

/// The longest PGN, bytes.
pub const MAX_PGN_BYTES: usize = 256 * 1024;

/// A request for a new game. The server checks it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSetup {
    /// 32 lower-case hexadecimal digits, drawn by the page. The same id means the same game.
    pub client_id: String,
    /// The creator's colour; `None` for a random one.
    pub color: Option<Color>,
    /// The time control of both sides; `None` without clocks.
    pub control: Option<TimeControl>,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The opponent.
    pub against: NewGameOpponent,
}

/// The opponent of a new game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "against", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewGameOpponent {
    /// The person who opens the link.
    Somebody {
        /// Whether the lobby lists it as an open challenge, and everybody may watch it.
        listed: bool,
    },
    /// An engine that plays on the server.
    Mind {
        /// Its id, as in `GET /api/v1/strategies`.
        strategy: String,
        /// Its level, 1..=10, or the nearest to its strength.
        level: u8,
        /// Its strength, 1.0 to 10.0 in tenths, where that lies between levels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<f64>,
    },
}

/// A game or analysis of the browser, to be shared under a link. The server replays and checks it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedGame {
    /// 32 lower-case hexadecimal digits, drawn by the page. Sharing again under the same id updates
    /// the link.
    pub client_id: String,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The moves of the main line in UCI notation.
    pub moves: Vec<String>,
    pub white: SharedPlayer,
    pub black: SharedPlayer,
    /// The outcome; `None` if the game is not over.
    pub outcome: Option<Outcome>,
    /// The time control of both sides; `None` without clocks.
    pub control: Option<TimeControl>,
    /// The mover's time left after each move, milliseconds; empty without clocks.
    pub left_ms: Vec<u32>,
    /// The colour at the bottom of the board.
    pub bottom: Color,
    /// The PGN of an analysis with its variations; `None` for a game alone.
    pub pgn: Option<String>,
}

/// The player of one side of a shared game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "player", rename_all = "snake_case", deny_unknown_fields)]
pub enum SharedPlayer {
    /// The visitor who shares it.
    Visitor,
    /// Another or an unnamed person.
    Somebody,
    /// An engine.
    Mind {
        /// Its id.
        strategy: String,
        /// Its level, 1..=10, or the nearest to its strength; `None` with other settings.
        level: Option<u8>,
        /// Its strength, 1.0 to 10.0 in tenths, where that lies between levels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<f64>,
    },
    /// A person named in the game's tags.
    Called {
        /// At most [`MAX_NAME_CHARS`] characters.
        name: String,
    },
}

/// The longest name in a shared game.
pub const MAX_NAME_CHARS: usize = 60;

/// A new game with its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedGame {
    /// The address.
    pub game: GameLink,
    /// The token of a guest that was created for the game, for the cookie.
    pub new_session: Option<SessionToken>,
}

/// A game as one visitor sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameForVisitor {
    pub view: GameView,
    /// The visitor's side; `None` for a spectator.
    pub seat: Option<Color>,
}

/// What the server does with games that have an address.
pub trait LiveGames: Send + Sync + 'static {
    /// Creates a game, which may wait for an opponent. Creates a guest if `session` is absent or
    /// unknown.
    fn new_game(
        &self,
        session: Option<SessionToken>,
        game: GameSetup,
    ) -> BackendFuture<'_, CreatedGame>;

    /// Joins a game; for a player of the game nothing changes. Creates a guest if `session` is
    /// absent or unknown.
    fn join_game(
        &self,
        session: Option<SessionToken>,
        game: GameLink,
    ) -> BackendFuture<'_, CreatedGame>;

    /// Stores a game under a link. Creates a guest if `session` is absent or unknown.
    fn share_game(
        &self,
        session: Option<SessionToken>,
        game: SharedGame,
    ) -> BackendFuture<'_, CreatedGame>;

    /// The game with this address, if there is one. Creates no guest.
    fn shown_game(
        &self,
        session: Option<SessionToken>,
        game: GameLink,
    ) -> BackendFuture<'_, Option<GameForVisitor>>;
}
