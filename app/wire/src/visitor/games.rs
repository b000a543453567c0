//! Finished games against an engine, and their results.

use engine::player::StrategyId;
use engine::rating::{MoveLosses, RatedGame, RatedResult};
use engine::rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use super::caller::{BackendFuture, SessionToken};
use super::rating::KnownRating;
use crate::live::{GameLink, game_view::PlayerInfo};
use crate::strength;

/// A finished game against an engine, sent by the page. The server replays and checks it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedGame {
    /// 32 lower-case hexadecimal digits, drawn by the page. An id is recorded once.
    pub client_id: String,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The visitor's colour.
    pub human: Color,
    /// The opponent's id, as in `GET /api/v1/strategies`.
    pub strategy: String,
    /// The opponent's level, 1..=10, or the nearest to its strength.
    pub level: u8,
    /// Its strength, 1.0 to 10.0 in tenths, where that lies between levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    /// The outcome.
    pub result: Outcome,
    /// What the visitor's moves lost, as far as it was measured; `None` of a game that does not tell their
    /// strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<MoveLosses>,
}

impl FinishedGame {
    /// What the game tells of the visitor's strength; `None` where it tells nothing, as from a position of its own
    /// or against an opponent without levels.
    #[must_use]
    pub fn rated(&self) -> Option<RatedGame> {
        let strategy: StrategyId = self.strategy.parse().ok()?;
        let losses = self
            .losses
            .filter(|_| strategy.searches() && self.start_fen.is_none())?;
        Some(RatedGame {
            opponent: strength::read(self.level, self.strength).ok()?,
            result: match self.result.winner {
                None => RatedResult::Drawn,
                Some(winner) if winner == self.human => RatedResult::Won,
                Some(_) => RatedResult::Lost,
            },
            moves: moves_of(self.moves.len(), self.human),
            losses,
        })
    }
}

/// The moves of a colour among so many plies from the usual position.
#[must_use]
pub fn moves_of(plies: usize, color: Color) -> u16 {
    let plies = u16::try_from(plies).unwrap_or(u16::MAX - 1);
    (plies + u16::from(color == Color::White)) / 2
}

/// Wins, draws and losses of the visitor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Tally {
    /// Counts a game that `human` played.
    pub fn count(&mut self, human: Color, outcome: &Outcome) {
        let slot = match outcome.winner {
            Some(winner) if winner == human => &mut self.wins,
            Some(_) => &mut self.losses,
            None => &mut self.draws,
        };
        *slot = slot.saturating_add(1);
    }

    /// The number of all games.
    pub fn games(&self) -> u32 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }
}

/// The visitor's results against one strategy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyTally {
    /// The strategy's id.
    pub strategy: String,
    pub tally: Tally,
}

/// The visitor's results against one strategy at one level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelTally {
    /// The strategy's id.
    pub strategy: String,
    /// The level, 1..=10; a strength between two counts to the nearest.
    pub level: u8,
    pub tally: Tally,
}

/// A stored game of the visitor, against an engine or live.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// When it was recorded or begun, milliseconds since 1970.
    pub kept_ms: i64,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The visitor's colour.
    pub human: Color,
    /// The player of the other colour.
    pub opponent: PlayerInfo,
    /// The outcome; `None` while the game goes on or waits for an opponent.
    pub outcome: Option<Outcome>,
    /// Its address, if it has one.
    pub link: Option<GameLink>,
    /// The name of its opening, with the ECO code: `C20 King's Pawn Game`.
    pub opening: Option<String>,
}

/// A page of the visitor's games, the latest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGames {
    /// At most twenty.
    pub games: Vec<PlayedGame>,
    /// The cursor for the next page; `None` on the last one.
    pub before: Option<i64>,
}

/// The answer to a recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedGame {
    /// The visitor's results, this game included.
    pub results: Vec<StrategyTally>,
    /// The token of a guest that was created for the game, for the cookie.
    pub new_session: Option<SessionToken>,
}

/// What the server does with finished games.
pub trait Games: Send + Sync + 'static {
    /// Replays, checks and records a finished game, exactly once per `client_id`, and answers the
    /// visitor's results. Creates a guest if `session` is absent or unknown.
    fn record_game(
        &self,
        session: Option<SessionToken>,
        game: FinishedGame,
    ) -> BackendFuture<'_, RecordedGame>;

    /// The visitor's results; empty for an unknown session. Creates no guest.
    fn results(&self, session: Option<SessionToken>) -> BackendFuture<'_, Vec<StrategyTally>>;

    /// The visitor's results by opponent and level; empty for an unknown session.
    fn results_by_level(&self, session: Option<SessionToken>)
    -> BackendFuture<'_, Vec<LevelTally>>;

    /// The visitor's strength by their games against engines since they last reset it; that of somebody who has
    /// not played for an unknown session.
    fn rating(&self, session: Option<SessionToken>) -> BackendFuture<'_, KnownRating>;

    /// Forgets the visitor's strength: games from now on tell it.
    fn reset_rating(&self, session: Option<SessionToken>) -> BackendFuture<'_, KnownRating>;

    /// The visitor's latest games, or the page at a cursor; empty for an unknown session.
    fn played_games(
        &self,
        session: Option<SessionToken>,
        before: Option<i64>,
    ) -> BackendFuture<'_, PlayedGames>;
}
