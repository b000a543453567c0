//! What a server has changed that other servers have to act on, and may not miss.

use serde::{Deserialize, Serialize};
use sqlx::{AnyConnection, AssertSqlSafe};

use super::database::clock_of;
use super::user_id::UserId;
use super::{Store, StoreError};
use crate::live::seat::ServerId;

/// An announcement is kept for so long, milliseconds by the database's clock.
const KEPT_MS: i64 = 24 * 60 * 60 * 1000;

/// The numbers of writes that were begun before another one and end after it, at most.
const OVERTAKEN: i64 = 1_000;

/// A change of accounts or bans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announcement {
    /// Sessions of a user have ended.
    SessionsEnded { user: UserId },
    /// API keys were deleted.
    KeysDeleted,
    /// A guest has become an account, by a name of its own or with all that it has.
    Named {
        guest: UserId,
        account: UserId,
        name: String,
    },
    /// A user was deleted.
    Deleted { user: UserId },
    /// Networks were banned, or are no longer.
    NetworksBanned,
}

/// A stored announcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnnouncement {
    /// Counts up in the order in which writes were begun, not in which they ended.
    pub id: i64,
    /// Whether this server has made it.
    pub is_own: bool,
    /// `None` if a newer version of the program has made it.
    pub what: Option<Announcement>,
}

impl Store {
    /// This server, as the store knows it.
    pub fn server(&self) -> &ServerId {
        &self.server
    }

    /// A number of announcements after which all that are not yet stored will come.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn announced_before(&self) -> Result<i64, StoreError> {
        let last: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(id), 0) FROM announcements")
            .fetch_one(&self.readers)
            .await?;
        Ok((last - OVERTAKEN).max(0))
    }

    /// What was announced after a number.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn announced_after(&self, after: i64) -> Result<Vec<StoredAnnouncement>, StoreError> {
        let rows: Vec<(i64, String, String)> =
            sqlx::query_as("SELECT id, server, what FROM announcements WHERE id > $1 ORDER BY id")
                .bind(after)
                .fetch_all(&self.readers)
                .await?;
        let stored = |(id, server, what): (i64, String, String)| StoredAnnouncement {
            id,
            is_own: server == self.server.0,
            what: serde_json::from_str(&what).ok(),
        };
        Ok(rows.into_iter().map(stored).collect())
    }

    /// Deletes announcements that every server has found.
    ///
    /// # Errors
    /// The store fails.
    pub async fn delete_old_announcements(&self) -> Result<(), StoreError> {
        if !self.is_shared() {
            return Ok(());
        }
        self.write(move |connection| {
            Box::pin(async move {
                let clock = clock_of(connection);
                let sql = format!("DELETE FROM announcements WHERE at < {clock} - $1");
                sqlx::query(AssertSqlSafe(sql))
                    .bind(KEPT_MS)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// What announces changes in the transaction that makes them.
    pub(super) fn announcer(&self) -> Announcer {
        Announcer {
            server: self.is_shared().then(|| self.server.clone()),
        }
    }
}

/// Announces changes to other servers, where there may be any.
#[derive(Clone, Debug)]
pub(super) struct Announcer {
    server: Option<ServerId>,
}

impl Announcer {
    pub async fn announce(
        &self,
        connection: &mut AnyConnection,
        what: &Announcement,
    ) -> Result<(), StoreError> {
        let Some(server) = &self.server else {
            return Ok(());
        };
        let clock = clock_of(connection);
        let sql = format!("INSERT INTO announcements (at, server, what) VALUES ({clock}, $1, $2)");
        sqlx::query(AssertSqlSafe(sql))
            .bind(server.0.clone())
            .bind(serde_json::to_string(what)?)
            .execute(connection)
            .await?;
        Ok(())
    }
}
