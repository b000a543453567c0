//! The servers that run on a store.

use std::time::Duration;

use sqlx::AnyConnection;

use crate::live::clock::Now;
use crate::live::seat::ServerId;
use crate::store::columns::Truth;
use crate::store::{Store, StoreError};

/// A server that was not heard of for so long is forgotten, milliseconds of game time.
const FORGOTTEN_MS: i64 = 24 * 60 * 60 * 1000;

/// A server that lives is heard of twice in this time: the first time after a standstill is the time of before.
const TWO_BEATS: Duration = Duration::from_secs(4);

impl Store {
    /// Whether any other server was heard of since `since`, and has not ended.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn has_other_servers(
        &self,
        server: &ServerId,
        since: Now,
    ) -> Result<bool, StoreError> {
        let Truth(any) = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM servers WHERE id <> $1 AND NOT gone AND seen >= $2)",
        )
        .bind(server.0.clone())
        .bind(column(since))
        .fetch_one(&self.readers)
        .await?;
        Ok(any)
    }

    /// Forgets all servers and who was connected to them, for one that holds the store alone; none if one of
    /// them still writes, which has lost the store for a moment only.
    ///
    /// # Errors
    /// The store fails.
    pub async fn forget_ended_servers(&self) -> Result<(), StoreError> {
        let before = self.servers_that_have_not_ended().await?;
        if !before.is_empty() {
            tokio::time::sleep(TWO_BEATS).await;
            if self.servers_that_have_not_ended().await? != before {
                return Ok(());
            }
        }
        let sql = "DELETE FROM servers";
        self.execute(move || sqlx::query(sql)).await.map(drop)
    }

    /// Servers that have not said that they end, and when they were last heard of.
    async fn servers_that_have_not_ended(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT id, seen FROM servers WHERE NOT gone ORDER BY id";
        Ok(sqlx::query_as(sql).fetch_all(&self.readers).await?)
    }

    /// Notes that a server ends, and with it its players' connections.
    ///
    /// # Errors
    /// The store fails.
    pub async fn end_server(&self, server: ServerId) -> Result<(), StoreError> {
        let sql = "UPDATE servers SET gone = TRUE WHERE id = $1";
        let ended = self.execute(move || sqlx::query(sql).bind(server.0));
        ended.await.map(drop)
    }

    /// Forgets servers that have long ended.
    ///
    /// # Errors
    /// The store fails.
    pub async fn forget_servers(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM servers WHERE seen < (SELECT at - stood FROM game_time) - $1";
        let forgotten = self.execute(move || sqlx::query(sql).bind(FORGOTTEN_MS));
        forgotten.await.map(drop)
    }
}

/// Notes that a server was heard of.
pub(super) async fn note_server(
    connection: &mut AnyConnection,
    server: &ServerId,
    seen: Now,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO servers (id, seen) VALUES ($1, $2) \
         ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
    )
    .bind(server.0.clone())
    .bind(column(seen))
    .execute(connection)
    .await?;
    Ok(())
}

/// A game time as a column holds it.
pub(super) fn column(at: Now) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}
