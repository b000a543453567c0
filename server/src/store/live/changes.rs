//! Changes of live games, each stored at the version that it was made of.

use engine::rules::Color;
use sqlx::AnyConnection;
use wire::live::GameLink;
use wire::live::game_view::GameStage;
use wire::live::protocol::GameEvent;

use super::created::insert_rematch;
use super::row::StoredState;
use crate::live::game_state::{GameChange, LiveGame};
use crate::store::columns::Narrow;
use crate::store::{Store, StoreError, now_ms};

impl Store {
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
        let state = kept_state(&live)?;
        let stored = self.execute(move || {
            sqlx::query("UPDATE games SET state = $1 WHERE id = $2 AND version = $3")
                .bind(state)
                .bind(live.id)
                .bind(i64::from(live.version))
        });
        stored.await.map(drop)
    }
}

async fn version_of(connection: &mut AnyConnection, game: i64) -> Result<Option<u32>, StoreError> {
    let version: Option<Narrow<u32>> =
        sqlx::query_scalar("SELECT version FROM games WHERE id = $1")
            .bind(game)
            .fetch_optional(connection)
            .await?;
    Ok(version.map(|Narrow(version)| version))
}

async fn keep(
    connection: &mut AnyConnection,
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
    .bind(i64::from(live.version))
    .bind(status)
    .bind(ended.map(|outcome| outcome.result()))
    .bind(ended.map(|outcome| outcome.reason.id()))
    .bind(kept_state(&live)?)
    .bind(live.next.as_ref().map(GameLink::as_str))
    .bind(live.player(Color::White).user())
    .bind(live.player(Color::Black).user())
    .bind(live.id)
    .bind(i64::from(version))
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

fn kept_state(live: &LiveGame) -> serde_json::Result<String> {
    serde_json::to_string(&StoredState {
        clock: live.clock.clone(),
        offers: live.offers,
    })
}
