//! Finished games against an AI, and how many ended how.

use engine::rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use super::caller::{BackendError, BoxFuture, SessionToken};
use crate::live::{GameLink, game_view::PlayerInfo};

/// A game against an AI that has ended, as the page sends it. The server replays and checks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedGame {
    /// 32 lower-case hexadecimal digits, drawn by the page. The same id is recorded once.
    pub client_id: String,
    /// The start position, `None` for the usual one.
    pub start_fen: Option<String>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The visitor's colour.
    pub human: Color,
    /// The opponent's id, as in `GET /api/v1/strategies`.
    pub strategy: String,
    /// The opponent's level, 1..=10.
    pub level: u8,
    /// How it ended.
    pub result: Outcome,
}

/// Games won, drawn and lost, from the visitor's side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games that the visitor won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games that the visitor lost.
    pub losses: u32,
}

impl Tally {
    /// Counts one more game that `human` played and that ended with `outcome`.
    pub fn count(&mut self, human: Color, outcome: &Outcome) {
        let slot = match outcome.winner {
            Some(winner) if winner == human => &mut self.wins,
            Some(_) => &mut self.losses,
            None => &mut self.draws,
        };
        *slot = slot.saturating_add(1);
    }

    /// The number of games in all.
    pub fn games(&self) -> u32 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }
}

/// The visitor's tally against one strategy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyTally {
    /// The opponent's id.
    pub strategy: String,
    /// Games against it.
    pub tally: Tally,
}

/// The visitor's tally against one strategy at one level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelTally {
    /// The opponent's id.
    pub strategy: String,
    /// Its level, 1..=10.
    pub level: u8,
    /// Games against it.
    pub tally: Tally,
}

/// A game of the visitor's, as it is kept: against a mind, or live.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// When the server took it over, or when it was begun; milliseconds since 1970.
    pub kept_ms: i64,
    /// The start position, `None` for the usual one.
    pub start_fen: Option<String>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The visitor's colour.
    pub human: Color,
    /// Who plays, or played, the other colour.
    pub opponent: PlayerInfo,
    /// How it ended; `None` where it goes on, or waits for an opponent.
    pub outcome: Option<Outcome>,
    /// Its address, if it has one.
    pub link: Option<GameLink>,
    /// What its opening is called, with the code: `C20 King's Pawn Game`.
    pub opening: Option<String>,
}

/// Some of the visitor's games, the latest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGames {
    /// At most twenty.
    pub games: Vec<PlayedGame>,
    /// What to ask with for those before; `None` where there are none.
    pub before: Option<i64>,
}

/// The answer to a recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedGame {
    /// The visitor's tallies, this game included.
    pub results: Vec<StrategyTally>,
    /// The token of a guest who was created for this game; it becomes the cookie.
    pub new_session: Option<SessionToken>,
}

/// What the server does with games.
pub trait Games: Send + Sync + 'static {
    /// Replays, checks and records a finished game, exactly once per `client_id`, and answers the
    /// visitor's tallies. Creates a guest where `session` is absent or unknown.
    fn record_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: FinishedGame,
    ) -> BoxFuture<'a, Result<RecordedGame, BackendError>>;

    /// The visitor's tallies; empty for someone unknown. Creates nobody.
    fn results<'a>(
        &'a self,
        session: Option<SessionToken>,
    ) -> BoxFuture<'a, Result<Vec<StrategyTally>, BackendError>>;

    /// The visitor's tallies by opponent and level; empty for someone unknown.
    fn results_by_level<'a>(
        &'a self,
        session: Option<SessionToken>,
    ) -> BoxFuture<'a, Result<Vec<LevelTally>, BackendError>>;

    /// The visitor's latest games, or those before the ones that an earlier answer told; none for
    /// someone unknown.
    fn played_games<'a>(
        &'a self,
        session: Option<SessionToken>,
        before: Option<i64>,
    ) -> BoxFuture<'a, Result<PlayedGames, BackendError>>;
}
