//! The row of a live game, and what is parsed of it.

use engine::rules::{Color, Game, Outcome, Reason};
use wire::live::GameLink;
use wire::live::game_view::GameStage;
use wire::time_control::TimeControl;

use crate::live::clock::Now;
use crate::live::game_state::{LiveGame, PlayState, SidePlayer};
use crate::store::columns::{Narrow, Truth, read_strength};
use crate::store::{StoreError, user_id::UserId};

/// A live game as it is stored, without its moves.
#[derive(sqlx::FromRow)]
pub(super) struct LiveGameRow {
    pub(super) id: i64,
    pub(super) link: String,
    white: Option<UserId>,
    white_name: Option<String>,
    black: Option<UserId>,
    black_name: Option<String>,
    strategy: Option<String>,
    level: Option<Narrow<u8>>,
    strength: Option<Narrow<u8>>,
    start_fen: Option<String>,
    base_s: Option<Narrow<u16>>,
    increment_s: Option<Narrow<u8>>,
    listed: Truth,
    version: Narrow<u32>,
    status: String,
    state: Option<String>,
    next: Option<String>,
    result: Option<String>,
    reason: Option<String>,
    created: i64,
}

/// The columns of a row; conditions follow.
pub(super) const SELECT: &str = "SELECT games.id, link, white, w.name AS white_name, black, \
    b.name AS black_name, strategy, level, strength, start_fen, base_s, increment_s, listed, version, status, \
    state, next, result, reason, games.created \
    FROM games LEFT JOIN users AS w ON w.id = white LEFT JOIN users AS b ON b.id = black \
    WHERE kind = 'live' AND link IS NOT NULL AND ";

impl LiveGameRow {
    /// Builds the game; `None` if the row is damaged.
    pub(super) fn live_game(self, moves: Vec<(String, Option<u32>)>, now: Now) -> Option<LiveGame> {
        let (moves, left_ms): (Vec<String>, Vec<Option<u32>>) = moves.into_iter().unzip();
        let game = Game::replay(self.start_fen.as_deref(), &moves).ok()?;
        let left_ms: Vec<u32> = left_ms.into_iter().flatten().collect();
        let stage = match self.status.as_str() {
            "open" => GameStage::Open,
            "playing" => GameStage::Playing,
            "aborted" => GameStage::Aborted,
            _ => GameStage::Over {
                outcome: outcome(self.result.as_deref()?, self.reason.as_deref()?)?,
            },
        };
        let empty = match (&self.strategy, self.level, stage) {
            (Some(strategy), Some(level), _) => SidePlayer::Engine {
                strategy: strategy.parse().ok()?,
                strength: read_strength(level, self.strength)?,
            },
            (_, _, GameStage::Open) => SidePlayer::Nobody,
            _ => SidePlayer::Gone,
        };
        let seat = |user: Option<UserId>, name| match user {
            Some(id) => SidePlayer::User { id, name },
            None => empty.clone(),
        };
        let kept: PlayState = serde_json::from_str(self.state.as_deref()?).ok()?;
        Some(LiveGame {
            id: self.id,
            link: self.link.parse().ok()?,
            players: [
                seat(self.white, self.white_name),
                seat(self.black, self.black_name),
            ],
            start_fen: self.start_fen,
            control: control(self.base_s, self.increment_s),
            listed: self.listed.0,
            created_ms: self.created,
            version: self.version.0,
            stage,
            game,
            left_ms,
            clock: kept.clock,
            offers: kept.offers,
            next: self.next.and_then(|link| link.parse().ok()),
            turn_since: kept.turn_since.unwrap_or(now),
            offered_at: kept.offered_at,
            takeback_offered_at: kept.takeback_offered_at,
        })
    }
}

/// The clocks' setting of a row, if it has one.
pub(in crate::store) fn control(
    base_s: Option<Narrow<u16>>,
    increment_s: Option<Narrow<u8>>,
) -> Option<TimeControl> {
    Some(TimeControl {
        base_s: base_s?.0,
        increment_s: increment_s?.0,
    })
}

/// Parses a result and its reason.
pub(in crate::store) fn outcome(result: &str, reason: &str) -> Option<Outcome> {
    let winner = match result {
        "1-0" => Some(Color::White),
        "0-1" => Some(Color::Black),
        _ => None,
    };
    let reason = Reason::from_id(reason)?;
    Some(Outcome { winner, reason })
}

/// Parses a stored link.
pub(in crate::store) fn read_link(link: &str) -> Result<GameLink, StoreError> {
    link.parse()
        .map_err(|_| StoreError::Damaged(format!("the address {link:?}")))
}
