//! Live games: created, joined, changed, loaded.

use engine::player::{Level, StrategyId};
use engine::rules::{Color, Game, Outcome, Reason};
use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wire::SessionToken;
use wire::live::GameLink;
use wire::live::game_view::{GameStage, OpenOffers};
use wire::live::protocol::GameEvent;
use wire::time_control::TimeControl;
use wire::visitor::live_games::CreatedGame;

use super::{Store, StoreError, now_ms, sessions, user_id::UserId};
use crate::account::token;
use crate::live::clock::{LiveClock, Now};
use crate::live::game_state::{GameChange, LiveGame, SidePlayer};

/// Live games of one visitor that may be open or in progress.
const MAX_IN_PROGRESS: i64 = 50;

/// Live games of one visitor that may be listed in the lobby.
const MAX_LISTED: i64 = 5;

/// A game that nobody plays is deleted after a day.
const OPEN_MS: i64 = 24 * 60 * 60 * 1000;

/// A checked request for a live game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLiveGame {
    /// 32 hexadecimal digits.
    pub client_id: String,
    /// The creator's side.
    pub color: Color,
    /// The engine player; `None` for an open challenge.
    pub mind: Option<SidePlayer>,
    /// `None` for the standard start position.
    pub start_fen: Option<String>,
    /// `None` without clocks.
    pub control: Option<TimeControl>,
    /// Whether the lobby lists it.
    pub listed: bool,
}

/// A user who joins a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoiningUser {
    pub id: UserId,
    /// The session of a guest who was created for this.
    pub new_session: Option<SessionToken>,
    /// The account's name; `None` for a guest.
    pub name: Option<String>,
}

/// Why a game is not created or joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// Another user's game has the id.
    #[error("another game has this id")]
    OtherGame,
    /// The user has too many games.
    #[error(
        "at most {MAX_IN_PROGRESS} games may be open or under way, {MAX_LISTED} of them listed"
    )]
    TooMany,
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// No side is free, or the game was cancelled.
    #[error("somebody else was faster, or the game was called off")]
    Taken,
}

/// The parts of a game that are stored as JSON.
#[derive(Serialize, Deserialize)]
struct StoredState {
    clock: Option<LiveClock>,
    offers: OpenOffers,
}

#[derive(sqlx::FromRow)]
struct LiveGameRow {
    id: i64,
    link: String,
    white: Option<UserId>,
    white_name: Option<String>,
    black: Option<UserId>,
    black_name: Option<String>,
    strategy: Option<String>,
    level: Option<u8>,
    start_fen: Option<String>,
    base_s: Option<u16>,
    increment_s: Option<u8>,
    listed: bool,
    version: u32,
    status: String,
    state: Option<String>,
    next: Option<String>,
    result: Option<String>,
    reason: Option<String>,
    created: i64,
}

/// The columns of a row; conditions follow.
const SELECT: &str = "SELECT games.id, link, white, w.name AS white_name, black, \
    b.name AS black_name, strategy, level, start_fen, base_s, increment_s, listed, version, status, \
    state, next, result, reason, games.created \
    FROM games LEFT JOIN users AS w ON w.id = white LEFT JOIN users AS b ON b.id = black \
    WHERE kind = 'live' AND link IS NOT NULL AND ";

impl Store {
    /// Creates a live game for `user` or a new guest, unless its id exists.
    ///
    /// # Errors
    /// The outer one when the store fails.
    pub async fn new_live_game(
        &self,
        user: Option<UserId>,
        live: NewLiveGame,
    ) -> Result<Result<CreatedGame, JoinError>, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                if let Some((link, owner)) = by_client_id(connection, &live.client_id).await? {
                    return reclaim(connection, user, owner, link).await;
                }
                if let Some(user) = user
                    && (under_way(connection, user).await? >= MAX_IN_PROGRESS
                        || live.listed && listed(connection, user).await? >= MAX_LISTED)
                {
                    return Ok(Err(JoinError::TooMany));
                }
                let (user, new_session) = sessions::find_or_create_user(connection, user).await?;
                let game = insert(connection, user, &live).await?;
                Ok(Ok(CreatedGame { game, new_session }))
            })
        })
        .await
    }

    /// The user who joins: `user`, or a new guest.
    ///
    /// # Errors
    /// The store fails.
    pub async fn joining_user(
        &self,
        user: Option<UserId>,
    ) -> Result<Result<JoiningUser, JoinError>, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                if let Some(user) = user
                    && under_way(connection, user).await? >= MAX_IN_PROGRESS
                {
                    return Ok(Err(JoinError::TooMany));
                }
                let (user, new_session) = sessions::find_or_create_user(connection, user).await?;
                let name = sqlx::query_scalar("SELECT name FROM users WHERE id = $1")
                    .bind(user)
                    .fetch_one(&mut *connection)
                    .await?;
                Ok(Ok(JoiningUser {
                    id: user,
                    new_session,
                    name,
                }))
            })
        })
        .await
    }

    /// Loads a live game with its clock stopped.
    ///
    /// # Errors
    /// The store cannot be reached, or the row is damaged.
    pub async fn live(&self, link: &GameLink, now: Now) -> Result<Option<LiveGame>, StoreError> {
        let sql = format!("{SELECT} link = $1");
        let row: Option<LiveGameRow> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .bind(link.as_str())
            .fetch_optional(&self.readers)
            .await?;
        match row {
            Some(row) => Ok(Some(self.read(row, now).await?)),
            None => Ok(None),
        }
    }

    /// Loads all games in progress that have clocks.
    ///
    /// # Errors
    /// The store cannot be reached. Damaged rows are logged and left out.
    pub async fn timed_games(&self, now: Now) -> Result<Vec<LiveGame>, StoreError> {
        let sql = format!("{SELECT} status = 'playing' AND base_s IS NOT NULL ORDER BY games.id");
        let rows: Vec<LiveGameRow> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .fetch_all(&self.readers)
            .await?;
        let mut live_games = Vec::with_capacity(rows.len());
        for row in rows {
            let link = row.link.clone();
            match self.read(row, now).await {
                Ok(live) => live_games.push(live),
                Err(error) => tracing::error!(%link, %error, "a live game can't be gone on with"),
            }
        }
        Ok(live_games)
    }

    /// The user's live games that are open or in progress.
    ///
    /// # Errors
    /// The store cannot be reached, or a row is damaged.
    pub async fn links_in_progress(&self, user: UserId) -> Result<Vec<GameLink>, StoreError> {
        let links: Vec<String> = sqlx::query_scalar(
            "SELECT link FROM games WHERE +status IN ('open', 'playing') AND kind = 'live' \
                AND (white = $1 OR black = $1)",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        links.iter().map(|link| read_link(link)).collect()
    }

    /// Stores a change of a game at `version`; false if the game has another version.
    ///
    /// # Errors
    /// The store fails.
    pub async fn store_change(&self, version: u32, step: GameChange) -> Result<bool, StoreError> {
        self.write(move |connection| Box::pin(keep(connection, version, step)))
            .await
    }

    /// Stores a rematch and the link to it; `None` if the game has another version.
    ///
    /// # Errors
    /// The store fails.
    pub async fn store_rematch(&self, before: LiveGame) -> Result<Option<GameChange>, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                if version_of(connection, before.id).await? != Some(before.version) {
                    return Ok(None);
                }
                let step = before.followed_by(insert_rematch(connection, &before).await?);
                let kept = keep(connection, before.version, step.clone()).await?;
                Ok(kept.then_some(step))
            })
        })
        .await
    }

    /// Stores clocks and offers without a new version, for a game that is unloaded.
    ///
    /// # Errors
    /// The store fails.
    pub async fn store_clocks(&self, live: LiveGame) -> Result<(), StoreError> {
        let statement = sqlx::query("UPDATE games SET state = $1 WHERE id = $2 AND version = $3")
            .bind(kept_state(&live)?)
            .bind(live.id)
            .bind(live.version);
        self.execute(statement).await.map(drop)
    }

    /// Deletes games that nobody joined within a day, and cancelled ones.
    ///
    /// # Errors
    /// The store fails.
    pub async fn delete_unplayed_games(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM games WHERE status IN ('open', 'aborted') AND created < $1";
        let statement = sqlx::query(sql).bind(now_ms() - OPEN_MS);
        self.execute(statement).await.map(drop)
    }

    async fn read(&self, row: LiveGameRow, now: Now) -> Result<LiveGame, StoreError> {
        let moves = self.timed_moves(row.id).await?;
        let link = row.link.clone();
        live(row, moves, now).ok_or_else(|| StoreError::Damaged(format!("the game {link}")))
    }
}

/// Builds a game from its row; `None` if the row is damaged.
fn live(row: LiveGameRow, moves: Vec<(String, Option<u32>)>, now: Now) -> Option<LiveGame> {
    let (moves, left_ms): (Vec<String>, Vec<Option<u32>>) = moves.into_iter().unzip();
    let game = Game::replay(row.start_fen.as_deref(), &moves).ok()?;
    let left_ms: Vec<u32> = left_ms.into_iter().flatten().collect();
    let stage = match row.status.as_str() {
        "open" => GameStage::Open,
        "playing" => GameStage::Playing,
        "aborted" => GameStage::Aborted,
        _ => GameStage::Over {
            outcome: outcome(row.result.as_deref()?, row.reason.as_deref()?)?,
        },
    };
    let empty = match (&row.strategy, row.level, stage) {
        (Some(strategy), Some(level), _) => SidePlayer::Engine {
            strategy: strategy.parse().ok()?,
            level: Level::try_from(level).ok()?,
        },
        (_, _, GameStage::Open) => SidePlayer::Nobody,
        _ => SidePlayer::Gone,
    };
    let seat = |user: Option<UserId>, name| match user {
        Some(id) => SidePlayer::User { id, name },
        None => empty.clone(),
    };
    let kept: StoredState = serde_json::from_str(row.state.as_deref()?).ok()?;
    Some(LiveGame {
        id: row.id,
        link: row.link.parse().ok()?,
        players: [
            seat(row.white, row.white_name),
            seat(row.black, row.black_name),
        ],
        start_fen: row.start_fen,
        control: control(row.base_s, row.increment_s),
        listed: row.listed,
        created_ms: row.created,
        version: row.version,
        stage,
        game,
        left_ms,
        clock: kept.clock,
        offers: kept.offers,
        next: row.next.and_then(|link| link.parse().ok()),
        turn_since: now,
        offered_at: [None; 2],
        takeback_offered_at: [None; 2],
    })
}

/// The clocks' setting of a row, if it has one.
pub(super) fn control(base_s: Option<u16>, increment_s: Option<u8>) -> Option<TimeControl> {
    Some(TimeControl {
        base_s: base_s?,
        increment_s: increment_s?,
    })
}

/// Parses a result and its reason.
pub(super) fn outcome(result: &str, reason: &str) -> Option<Outcome> {
    let winner = match result {
        "1-0" => Some(Color::White),
        "0-1" => Some(Color::Black),
        _ => None,
    };
    let reason = Reason::from_id(reason)?;
    Some(Outcome { winner, reason })
}

/// Parses a stored link.
pub(super) fn read_link(link: &str) -> Result<GameLink, StoreError> {
    link.parse()
        .map_err(|_| StoreError::Damaged(format!("the address {link:?}")))
}

async fn by_client_id(
    connection: &mut SqliteConnection,
    client_id: &str,
) -> Result<Option<(Option<String>, Option<UserId>)>, StoreError> {
    let found = sqlx::query_as("SELECT link, owner FROM games WHERE client_id = $1")
        .bind(client_id)
        .fetch_optional(connection)
        .await?;
    Ok(found)
}

/// Finds a game that was created before: its creator gets it again.
async fn reclaim(
    connection: &mut SqliteConnection,
    user: Option<UserId>,
    owner: Option<UserId>,
    link: Option<String>,
) -> Result<Result<CreatedGame, JoinError>, StoreError> {
    let (Some(owner), Some(game)) = (owner, link.and_then(|link| link.parse().ok())) else {
        return Ok(Err(JoinError::OtherGame));
    };
    let claimed = sessions::claim(connection, user, owner).await?;
    Ok(claimed
        .map(|(_, new_session)| CreatedGame { game, new_session })
        .ok_or(JoinError::OtherGame))
}

async fn under_way(connection: &mut SqliteConnection, user: UserId) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar(
        "SELECT COUNT(*) FROM games \
         WHERE +status IN ('open', 'playing') AND kind = 'live' AND (white = $1 OR black = $1)",
    )
    .bind(user)
    .fetch_one(connection)
    .await?;
    Ok(count)
}

async fn listed(connection: &mut SqliteConnection, user: UserId) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar(
        "SELECT COUNT(*) FROM games WHERE owner = $1 AND listed AND status = 'open'",
    )
    .bind(user)
    .fetch_one(connection)
    .await?;
    Ok(count)
}

async fn insert(
    connection: &mut SqliteConnection,
    user: UserId,
    live: &NewLiveGame,
) -> Result<GameLink, StoreError> {
    let mut players = [None, None];
    players[live.color.index()] = Some(user);
    let row = NewRow {
        client_id: &live.client_id,
        owner: user,
        players,
        mind: live.mind.as_ref().and_then(SidePlayer::engine),
        start_fen: live.start_fen.as_deref(),
        control: live.control,
        listed: live.listed,
    };
    row.insert(connection).await
}

/// Creates the rematch with colours swapped.
async fn insert_rematch(
    connection: &mut SqliteConnection,
    before: &LiveGame,
) -> Result<GameLink, StoreError> {
    let players = [Color::Black, Color::White].map(|color| before.player(color).user());
    let Some(owner) = players.into_iter().flatten().next() else {
        return Err(StoreError::Damaged("a rematch of nobody".to_owned()));
    };
    let row = NewRow {
        client_id: &token::draw_tag()?,
        owner,
        players,
        mind: before.players.iter().find_map(SidePlayer::engine),
        start_fen: before.start_fen.as_deref(),
        control: before.control,
        listed: false,
    };
    row.insert(connection).await
}

/// The row of a live game before its first move.
struct NewRow<'a> {
    client_id: &'a str,
    owner: UserId,
    players: [Option<UserId>; 2],
    mind: Option<(StrategyId, Level)>,
    start_fen: Option<&'a str>,
    control: Option<TimeControl>,
    listed: bool,
}

impl NewRow<'_> {
    async fn insert(self, connection: &mut SqliteConnection) -> Result<GameLink, StoreError> {
        let link = token::draw_link()?;
        let full = self.mind.is_some() || self.players.iter().all(Option::is_some);
        let state = StoredState {
            clock: self.control.map(LiveClock::new),
            offers: OpenOffers::default(),
        };
        sqlx::query(
            "INSERT INTO games (client_id, link, kind, owner, white, black, strategy, level, \
                start_fen, base_s, increment_s, listed, status, state, created) \
             VALUES ($1, $2, 'live', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        )
        .bind(self.client_id)
        .bind(link.as_str())
        .bind(self.owner)
        .bind(self.players[0])
        .bind(self.players[1])
        .bind(self.mind.map(|(strategy, _)| strategy.as_str()))
        .bind(self.mind.map(|(_, level)| level.number()))
        .bind(self.start_fen)
        .bind(self.control.map(|control| control.base_s))
        .bind(self.control.map(|control| control.increment_s))
        .bind(self.listed)
        .bind(if full { "playing" } else { "open" })
        .bind(serde_json::to_string(&state)?)
        .bind(now_ms())
        .execute(&mut *connection)
        .await?;
        Ok(link)
    }
}

async fn version_of(
    connection: &mut SqliteConnection,
    game: i64,
) -> Result<Option<u32>, StoreError> {
    let version = sqlx::query_scalar("SELECT version FROM games WHERE id = $1")
        .bind(game)
        .fetch_optional(connection)
        .await?;
    Ok(version)
}

async fn keep(
    connection: &mut SqliteConnection,
    version: u32,
    GameChange { live, events }: GameChange,
) -> Result<bool, StoreError> {
    let (status, ended) = match live.stage {
        GameStage::Open => ("open", None),
        GameStage::Playing => ("playing", None),
        GameStage::Aborted => ("aborted", None),
        GameStage::Over { outcome } => ("finished", Some(outcome)),
    };
    let changed = sqlx::query(
        "UPDATE games SET version = $1, status = $2, result = $3, reason = $4, state = $5, \
            next = $6, \
            white = CASE status WHEN 'open' THEN COALESCE(white, $7) ELSE white END, \
            black = CASE status WHEN 'open' THEN COALESCE(black, $8) ELSE black END \
         WHERE id = $9 AND version = $10",
    )
    .bind(live.version)
    .bind(status)
    .bind(ended.map(|outcome| outcome.result()))
    .bind(ended.map(|outcome| outcome.reason.id()))
    .bind(kept_state(&live)?)
    .bind(live.next.as_ref().map(GameLink::as_str))
    .bind(live.player(Color::White).user())
    .bind(live.player(Color::Black).user())
    .bind(live.id)
    .bind(version)
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    for event in events {
        match event {
            GameEvent::Moved { ply, uci } => {
                sqlx::query(
                    "INSERT INTO moves (game_id, ply, uci, clock, at) VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(live.id)
                .bind(ply + 1)
                .bind(uci)
                .bind(live.left_ms.last())
                .bind(now_ms())
                .execute(&mut *connection)
                .await?;
            }
            GameEvent::TakenBack { ply } => {
                sqlx::query("DELETE FROM moves WHERE game_id = $1 AND ply > $2")
                    .bind(live.id)
                    .bind(ply)
                    .execute(&mut *connection)
                    .await?;
            }
            _ => {}
        }
    }
    Ok(true)
}

fn kept_state(live: &LiveGame) -> serde_json::Result<String> {
    serde_json::to_string(&StoredState {
        clock: live.clock.clone(),
        offers: live.offers,
    })
}
