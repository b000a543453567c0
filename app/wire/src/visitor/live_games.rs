//! Games that get an address: begun here, joined, or shared.

use engine::rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use super::caller::{BackendError, BoxFuture, SessionToken};
use crate::live::{GameLink, GameView};
use crate::time_control::TimeControl;

/// A game as somebody asks for it. The server checks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSetup {
    /// 32 lower-case hexadecimal digits, drawn by the page. The same id makes the same game.
    pub client_id: String,
    /// The colour of whoever asks; `None` has it drawn.
    pub color: Option<Color>,
    /// The time for both sides, `None` without clocks.
    pub control: Option<TimeControl>,
    /// The start position, `None` for the usual one.
    pub start_fen: Option<String>,
    /// Against whom.
    pub against: NewGameOpponent,
}

/// The other side of a new game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "against", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewGameOpponent {
    /// Whoever opens the link.
    Somebody {
        /// Whether the lobby shows it to everybody.
        listed: bool,
    },
    /// A mind; the server thinks for it.
    Mind {
        /// Its id, as in `GET /api/v1/strategies`.
        strategy: String,
        /// Its level, 1..=10.
        level: u8,
    },
}

/// A game that was played or looked into in the browser, to be shown under a link. The server
/// replays and checks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedGame {
    /// 32 lower-case hexadecimal digits, drawn by the page. Sharing again under the same id changes
    /// what the link shows.
    pub client_id: String,
    /// The start position, `None` for the usual one.
    pub start_fen: Option<String>,
    /// The moves in UCI notation, those of the main line.
    pub moves: Vec<String>,
    /// Who played White.
    pub white: SharedPlayer,
    /// Who played Black.
    pub black: SharedPlayer,
    /// How it ended, `None` where it has not.
    pub outcome: Option<Outcome>,
    /// The time for both sides, `None` without clocks.
    pub control: Option<TimeControl>,
    /// What whoever made a move had left after it, milliseconds, for each move; empty without
    /// clocks.
    pub left_ms: Vec<u32>,
    /// The colour below.
    pub bottom: Color,
    /// An analysis with its variations, as PGN; `None` for a game alone.
    pub pgn: Option<String>,
}

/// Who played a side of a shared game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "player", rename_all = "snake_case", deny_unknown_fields)]
pub enum SharedPlayer {
    /// Whoever shares it.
    Visitor,
    /// Somebody at the same board, or nobody in particular.
    Somebody,
    /// A mind.
    Mind {
        /// Its id.
        strategy: String,
        /// Its level, 1..=10; `None` where it was set up otherwise.
        level: Option<u8>,
    },
    /// Somebody of whom the game says the name.
    Called {
        /// At most [`MAX_NAME_CHARS`] characters.
        name: String,
    },
}

/// A name in a shared game is not longer.
pub const MAX_NAME_CHARS: usize = 60;

/// A game that has its address now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedGame {
    /// The address.
    pub game: GameLink,
    /// The token of a guest who was created for it; it becomes the cookie.
    pub new_session: Option<SessionToken>,
}

/// A game as one visitor sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameForVisitor {
    /// The game.
    pub view: GameView,
    /// Which side is the visitor's, `None` for who watches.
    pub seat: Option<Color>,
}

/// What the server does with games that have an address.
pub trait LiveGames: Send + Sync + 'static {
    /// Begins a game, or has it wait for an opponent. Creates a guest where `session` is absent or
    /// unknown.
    fn new_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: GameSetup,
    ) -> BoxFuture<'a, Result<CreatedGame, BackendError>>;

    /// Takes the free seat of a game; for who sits there already, nothing changes. Creates a guest
    /// where `session` is absent or unknown.
    fn join_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: GameLink,
    ) -> BoxFuture<'a, Result<CreatedGame, BackendError>>;

    /// Keeps a game under a link. Creates a guest where `session` is absent or unknown.
    fn share_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: SharedGame,
    ) -> BoxFuture<'a, Result<CreatedGame, BackendError>>;

    /// The game with this address, if there is one. Creates nobody.
    fn shown_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: GameLink,
    ) -> BoxFuture<'a, Result<Option<GameForVisitor>, BackendError>>;
}
