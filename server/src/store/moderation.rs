//! The operator's orders, and bans.

use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use wire::live::GameLink;

use super::announcements::Announcement;
use super::columns::Truth;
use super::database::clock_of;
use super::location::StoreLocation;
#[cfg(feature = "postgres")]
use super::postgres;
use super::user_id::UserId;
use super::write::execute_for;
use super::{Store, StoreError, accounts, now_ms, sqlite};
use crate::moderation::bans::{BannedNetwork, network};
use crate::moderation::order::Order;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A server that has begun with an order has so long, milliseconds; then another one carries it out, or when
/// it is known to have ended.
const TAKEN_MS: i64 = 60_000;

/// A stored order and its outcome.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct KeptOrder {
    /// The row.
    pub id: i64,
    /// When it was given, milliseconds since 1970.
    pub asked: i64,
    /// The action's name.
    pub action: String,
    /// The target.
    pub target: String,
    /// The end of a ban, milliseconds since 1970; `None` for a permanent one.
    pub until: Option<i64>,
    /// The reason.
    pub reason: Option<String>,
    /// The outcome; `None` before the server has carried it out.
    pub outcome: Option<String>,
}

/// The table of orders, opened by another process than the server.
#[derive(Debug)]
pub struct Orders(AnyConnection);

impl Orders {
    /// Opens a store, with or without a running server.
    ///
    /// # Errors
    /// There is no store, or one without orders.
    pub async fn open(location: &StoreLocation) -> Result<Self, StoreError> {
        let connector = match location {
            StoreLocation::Folder(folder) => sqlite::connector(&folder.join(sqlite::FILE)),
            #[cfg(feature = "postgres")]
            StoreLocation::Postgres(url) => postgres::connector(url),
        };
        Ok(Self(connector?.connect().await?))
    }

    /// Stores an order for the server.
    ///
    /// # Errors
    /// It cannot be written.
    pub async fn give(&mut self, order: &Order) -> Result<i64, StoreError> {
        let now = now_ms();
        // A copy into this store has no room for a row of its own.
        let id: Option<i64> = sqlx::query_scalar(
            "INSERT INTO moderation (asked, action, target, until, reason) \
             SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM unfinished_copy) \
             RETURNING id",
        )
        .bind(now)
        .bind(order.action.as_str())
        .bind(&order.target)
        .bind(order.days.map(|days| now + i64::from(days) * DAY_MS))
        .bind(&order.reason)
        .fetch_optional(&mut self.0)
        .await?;
        id.ok_or(StoreError::UnfinishedCopy)
    }

    /// The outcome of an order, if it was carried out.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn outcome(&mut self, id: i64) -> Result<Option<String>, StoreError> {
        let outcome = sqlx::query_scalar("SELECT outcome FROM moderation WHERE id = $1")
            .bind(id)
            .fetch_one(&mut self.0)
            .await?;
        Ok(outcome)
    }

    /// All orders, oldest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn all(&mut self) -> Result<Vec<KeptOrder>, StoreError> {
        let sql = "SELECT id, asked, action, target, until, reason, outcome FROM moderation \
            ORDER BY id";
        Ok(sqlx::query_as(sql).fetch_all(&mut self.0).await?)
    }

    /// Closes the store.
    ///
    /// # Errors
    /// It was not closed in order.
    pub async fn close(self) -> Result<(), StoreError> {
        Ok(self.0.close().await?)
    }
}

impl Store {
    /// The oldest order without an outcome, which this server is to carry out; `None` if there is none, or
    /// another server is about it.
    ///
    /// # Errors
    /// The store fails.
    pub async fn take_order(&self) -> Result<Option<KeptOrder>, StoreError> {
        let Truth(any) =
            sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM moderation WHERE done IS NULL)")
                .fetch_one(&self.readers)
                .await?;
        if !any {
            return Ok(None);
        }
        let server = self.server.0.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let clock = clock_of(connection);
                let sql = format!(
                    "UPDATE moderation SET server = $1, taken = {clock} \
                     WHERE id = (SELECT MIN(id) FROM moderation WHERE done IS NULL) \
                        AND (taken IS NULL OR server = $1 \
                            OR NOT {clock} - taken BETWEEN 0 AND $2 \
                            OR NOT EXISTS (SELECT 1 FROM servers \
                                WHERE servers.id = moderation.server AND NOT gone)) \
                     RETURNING id, asked, action, target, until, reason, outcome"
                );
                let taken = sqlx::query_as(AssertSqlSafe(sql))
                    .bind(server)
                    .bind(TAKEN_MS)
                    .fetch_optional(connection)
                    .await?;
                Ok(taken)
            })
        })
        .await
    }

    /// Stores the outcome of an order that this server has taken, unless another one has taken it since.
    ///
    /// # Errors
    /// The store fails.
    pub async fn close_order(&self, id: i64, outcome: String) -> Result<(), StoreError> {
        let server = self.server.0.clone();
        let closed = self.execute(move || {
            sqlx::query(
                "UPDATE moderation SET done = $1, outcome = $2 \
                 WHERE id = $3 AND server = $4 AND done IS NULL",
            )
            .bind(now_ms())
            .bind(outcome)
            .bind(id)
            .bind(server)
        });
        closed.await.map(drop)
    }

    /// The networks that are banned now.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn banned_networks(&self) -> Result<Vec<BannedNetwork>, StoreError> {
        let rows: Vec<(String, Option<i64>)> = sqlx::query_as(
            "SELECT network, until FROM bans \
             WHERE network IS NOT NULL AND (until IS NULL OR until > $1)",
        )
        .bind(now_ms())
        .fetch_all(&self.readers)
        .await?;
        let bans = rows.into_iter().filter_map(|(text, until)| {
            let network = network(&text)?;
            Some(BannedNetwork { network, until })
        });
        Ok(bans.collect())
    }

    /// Bans a network, or changes the end of its ban.
    ///
    /// # Errors
    /// The store fails.
    pub async fn ban_network(&self, ban: BannedNetwork) -> Result<(), StoreError> {
        let announcer = self.announcer();
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO bans (network, until, created) VALUES ($1, $2, $3) \
                     ON CONFLICT (network) DO UPDATE SET until = excluded.until",
                )
                .bind(ban.network.to_string())
                .bind(ban.until)
                .bind(now_ms())
                .execute(&mut *connection)
                .await?;
                announcer
                    .announce(connection, &Announcement::NetworksBanned)
                    .await
            })
        })
        .await
    }

    /// Ends the ban of a network; false if there was none.
    ///
    /// # Errors
    /// The store fails.
    pub async fn unban_network(&self, network: String) -> Result<bool, StoreError> {
        let announcer = self.announcer();
        self.write(move |connection| {
            Box::pin(async move {
                let ended = sqlx::query("DELETE FROM bans WHERE network = $1")
                    .bind(network)
                    .execute(&mut *connection)
                    .await?;
                announcer
                    .announce(connection, &Announcement::NetworksBanned)
                    .await?;
                Ok(ended.rows_affected() > 0)
            })
        })
        .await
    }

    /// Bans an account: its sessions, devices and keys end.
    ///
    /// # Errors
    /// The store fails.
    pub async fn ban_user(&self, user: UserId, until: Option<i64>) -> Result<(), StoreError> {
        let announcer = self.announcer();
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO bans (user_id, until, created) VALUES ($1, $2, $3) \
                     ON CONFLICT (user_id) DO UPDATE SET until = excluded.until",
                )
                .bind(user)
                .bind(until)
                .bind(now_ms())
                .execute(&mut *connection)
                .await?;
                let ends = [
                    "DELETE FROM sessions WHERE user_id = $1",
                    "DELETE FROM devices WHERE user_id = $1",
                    "DELETE FROM api_keys WHERE user_id = $1",
                ];
                execute_for(connection, user, &ends).await?;
                accounts::announce_lockout(connection, user, &announcer).await
            })
        })
        .await
    }

    /// Ends the ban of an account; false if there was none.
    ///
    /// # Errors
    /// The store fails.
    pub async fn unban_user(&self, user: UserId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM bans WHERE user_id = $1";
        let ended = self.execute(move || sqlx::query(sql).bind(user));
        Ok(ended.await? > 0)
    }

    /// Whether an account is banned now.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn is_banned(&self, user: UserId) -> Result<bool, StoreError> {
        let Truth(banned) = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM bans \
                WHERE user_id = $1 AND (until IS NULL OR until > $2))",
        )
        .bind(user)
        .bind(now_ms())
        .fetch_one(&self.readers)
        .await?;
        Ok(banned)
    }

    /// Deletes an account without its password; false if there is none.
    ///
    /// # Errors
    /// The store fails.
    pub async fn remove_account(&self, user: UserId) -> Result<bool, StoreError> {
        let announcer = self.announcer();
        self.erase(move |connection| {
            Box::pin(async move {
                let Truth(known) =
                    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM users WHERE id = $1)")
                        .bind(user)
                        .fetch_one(&mut *connection)
                        .await?;
                if known {
                    accounts::delete(connection, user).await?;
                    let deleted = Announcement::Deleted { user };
                    announcer.announce(connection, &deleted).await?;
                }
                Ok(known)
            })
        })
        .await
    }

    /// Deletes the shared game of a link; a recorded game stays its player's and loses the link.
    /// False if nothing is shared there.
    ///
    /// # Errors
    /// The store fails.
    pub async fn remove_share(&self, link: GameLink) -> Result<bool, StoreError> {
        self.erase(move |connection| {
            Box::pin(async move {
                let mut changed = 0;
                for sql in [
                    "DELETE FROM games WHERE link = $1 AND kind = 'board'",
                    "UPDATE games SET link = NULL WHERE link = $1 AND kind = 'ai'",
                ] {
                    let done = sqlx::query(sql)
                        .bind(link.as_str())
                        .execute(&mut *connection)
                        .await?;
                    changed += done.rows_affected();
                }
                Ok(changed > 0)
            })
        })
        .await
    }
}
