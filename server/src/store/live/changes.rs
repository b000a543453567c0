//! Changes of live games, each stored at the version that it was made of.

use engine::rules::Color;
use sqlx::{AnyConnection, AssertSqlSafe};
use wire::live::GameLink;
use wire::live::game_view::GameStage;
use wire::live::protocol::GameEvent;

use super::created::insert_rematch;
use super::servers::column;
use super::time::{beat, time_goes_on};
use crate::live::game_state::{GameChange, LiveGame};
use crate::live::game_time::{StoreTime, TimeReading};
use crate::store::columns::Narrow;
use crate::store::{Store, StoreError, now_ms};

/// Events of a game that are kept; somebody who has missed more is sent the whole game.
pub(super) const KEPT_EVENTS: i64 = 64;

/// Older ones are deleted each time so many more are there.
const DELETED_EVERY: u32 = 32;

/// What came of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredChange {
    Stored,
    /// The game has another version, or is gone; nothing was stored.
    OtherVersion,
    /// Game time has stood still meanwhile, or the change was too long on its way; nothing was stored.
    OtherTime(StoreTime),
}

impl Store {
    /// Stores a change of a game at `version`. A change that the time has a part in was made at a game time.
    ///
    /// # Errors
    /// The store fails.
    pub async fn store_change(
        &self,
        version: u32,
        change: GameChange,
        made: Option<TimeReading>,
    ) -> Result<StoredChange, StoreError> {
        self.write(move |connection| Box::pin(store_change(connection, version, change, made)))
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
                let change = before.followed_by(insert_rematch(connection, &before).await?);
                let kept = keep(connection, before.version, change.clone(), None).await?;
                Ok(kept.then_some(change))
            })
        })
        .await
    }
}

/// As [`Store::store_change`], as a part of a transaction.
pub(super) async fn store_change(
    connection: &mut AnyConnection,
    version: u32,
    change: GameChange,
    made: Option<TimeReading>,
) -> Result<StoredChange, StoreError> {
    let game = change.live.id;
    if keep(connection, version, change, made).await? {
        return Ok(StoredChange::Stored);
    }
    if version_of(connection, game).await? != Some(version) {
        return Ok(StoredChange::OtherVersion);
    }
    let time = beat(connection).await?.time;
    Ok(StoredChange::OtherTime(time))
}

async fn version_of(connection: &mut AnyConnection, game: i64) -> Result<Option<u32>, StoreError> {
    let version: Option<Narrow<u32>> =
        sqlx::query_scalar("SELECT version FROM games WHERE id = $1")
            .bind(game)
            .fetch_optional(connection)
            .await?;
    Ok(version.map(|Narrow(version)| version))
}

/// Stores a change; false if the game has another version, or the time is another.
async fn keep(
    connection: &mut AnyConnection,
    version: u32,
    change: GameChange,
    made: Option<TimeReading>,
) -> Result<bool, StoreError> {
    let live = &change.live;
    let (status, ended) = match live.stage {
        GameStage::Open => ("open", None),
        GameStage::Playing => ("playing", None),
        GameStage::Aborted => ("aborted", None),
        GameStage::Over { outcome } => ("finished", Some(outcome)),
    };
    let deadline = live.deadline().map(column);
    let sql = format!(
        "UPDATE games SET version = $1, status = $2, result = $3, reason = $4, state = $5, \
            next = $6, \
            white = CASE status WHEN 'open' THEN COALESCE(white, $7) ELSE white END, \
            black = CASE status WHEN 'open' THEN COALESCE(black, $8) ELSE black END, \
            deadline = $9 \
         WHERE id = $10 AND version = $11 AND {}",
        time_goes_on(connection, 12)
    );
    let changed = sqlx::query(AssertSqlSafe(sql))
        .bind(i64::from(live.version))
        .bind(status)
        .bind(ended.map(|outcome| outcome.result()))
        .bind(ended.map(|outcome| outcome.reason.id()))
        .bind(serde_json::to_string(&live.play_state())?)
        .bind(live.next.as_ref().map(GameLink::as_str))
        .bind(live.player(Color::White).user())
        .bind(live.player(Color::Black).user())
        .bind(deadline)
        .bind(live.id)
        .bind(i64::from(version))
        .bind(made.map(|made| made.stood))
        .bind(made.map(|made| column(made.now)))
        .execute(&mut *connection)
        .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    log(connection, version, &change).await?;
    let GameChange { live, events, .. } = change;
    for event in events {
        match event {
            GameEvent::Moved { ply, uci } => {
                sqlx::query(
                    "INSERT INTO moves (game_id, ply, uci, clock, at) VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(live.id)
                .bind(i64::from(ply) + 1)
                .bind(uci)
                .bind(live.left_ms.last().copied().map(i64::from))
                .bind(now_ms())
                .execute(&mut *connection)
                .await?;
            }
            GameEvent::TakenBack { ply } => {
                sqlx::query("DELETE FROM moves WHERE game_id = $1 AND ply > $2")
                    .bind(live.id)
                    .bind(i64::from(ply))
                    .execute(&mut *connection)
                    .await?;
            }
            _ => {}
        }
    }
    Ok(true)
}

/// Writes down what has happened: a row for each version, in which nothing is told of a player who came.
async fn log(
    connection: &mut AnyConnection,
    before: u32,
    change: &GameChange,
) -> Result<(), StoreError> {
    let clocks = change
        .clocks
        .as_ref()
        .map(serde_json::to_string)
        .transpose()?;
    let events = change.events.iter();
    let told = events.map(|event| serde_json::to_string(event).map(Some));
    let mut rows = told.collect::<Result<Vec<_>, _>>()?;
    if rows.is_empty() {
        rows.push(None);
    }
    for (version, event) in (i64::from(before) + 1..).zip(rows) {
        sqlx::query(
            "INSERT INTO live_events (game_id, version, event, clocks, at) \
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(change.live.id)
        .bind(version)
        .bind(event)
        .bind(clocks.clone())
        .bind(now_ms())
        .execute(&mut *connection)
        .await?;
    }
    if change.live.version % DELETED_EVERY < change.live.version - before {
        sqlx::query("DELETE FROM live_events WHERE game_id = $1 AND version <= $2")
            .bind(change.live.id)
            .bind(i64::from(change.live.version) - KEPT_EVENTS)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
