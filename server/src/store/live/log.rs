//! What has happened in a live game, by version.

use crate::live::game_state::LoggedEvent;
use crate::store::columns::Narrow;
use crate::store::{Store, StoreError, now_ms};

/// How long the events of a game that is over are kept.
const KEPT_MS: i64 = 24 * 60 * 60 * 1000;

/// Games whose events are deleted in one go; nothing else is written meanwhile.
const DELETED_AT_ONCE: i64 = 100;

impl Store {
    /// A game's events after the version `known`, up to the version `until`; `None` if not all of them
    /// are kept, or a player came with one of them.
    ///
    /// # Errors
    /// The store cannot be reached, or an event is damaged.
    pub async fn events_between(
        &self,
        game: i64,
        known: u32,
        until: u32,
    ) -> Result<Option<Vec<LoggedEvent>>, StoreError> {
        let rows: Vec<(Narrow<u32>, Option<String>, Option<String>)> = sqlx::query_as(
            "SELECT version, event, clocks FROM live_events \
             WHERE game_id = $1 AND version > $2 AND version <= $3 ORDER BY version",
        )
        .bind(game)
        .bind(i64::from(known))
        .bind(i64::from(until))
        .fetch_all(&self.readers)
        .await?;
        let mut events = Vec::with_capacity(rows.len());
        for (expected, (Narrow(version), event, clocks)) in (known + 1..).zip(rows) {
            let Some(event) = event.filter(|_| version == expected) else {
                return Ok(None);
            };
            events.push(LoggedEvent {
                event: serde_json::from_str(&event)?,
                clocks: clocks
                    .map(|clocks| serde_json::from_str(&clocks))
                    .transpose()?,
            });
        }
        let is_whole = u32::try_from(events.len()) == Ok(until.saturating_sub(known));
        Ok(is_whole.then_some(events))
    }

    /// Deletes the events of games that have been over for a day. True while there may be more of them.
    ///
    /// # Errors
    /// The store fails.
    pub async fn delete_old_events(&self) -> Result<bool, StoreError> {
        // Found by a reader, so that nobody waits for the search.
        let games: Vec<i64> = sqlx::query_scalar(
            "SELECT game_id FROM live_events GROUP BY game_id \
             HAVING MAX(at) < $1 AND NOT EXISTS (SELECT 1 FROM games \
                WHERE id = game_id AND COALESCE(status, '') IN ('open', 'playing')) \
             LIMIT $2",
        )
        .bind(now_ms() - KEPT_MS)
        .bind(DELETED_AT_ONCE)
        .fetch_all(&self.readers)
        .await?;
        let found = games.len() as i64;
        if found > 0 {
            self.write(move |connection| {
                Box::pin(async move {
                    for game in games {
                        sqlx::query("DELETE FROM live_events WHERE game_id = $1")
                            .bind(game)
                            .execute(&mut *connection)
                            .await?;
                    }
                    Ok(())
                })
            })
            .await?;
        }
        Ok(found == DELETED_AT_ONCE)
    }
}
