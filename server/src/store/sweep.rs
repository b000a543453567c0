//! Forgets what nobody can come back to: sessions that ran out, and guests without one.

use super::{Store, StoreError, accounts::delete, now_ms, user_id::UserId};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A guest whose cookie was never shown again is forgotten after so long. Programs that call without a
/// cookie make a guest with each call; somebody who plays shows the cookie with the next request.
const NEVER_BACK_MS: i64 = DAY_MS;

/// What a guest has shared stays so long, though the guest is forgotten otherwise: others have the
/// link.
const SHARE_MS: i64 = 30 * DAY_MS;

/// Guests that are forgotten in one go; nothing else is written meanwhile.
const SWEPT_AT_ONCE: i64 = 100;

impl Store {
    /// Forgets sessions and devices that ran out, and guests who never came back or can't. What such a
    /// guest has shared stays for thirty days, and the guest's number with it. True while there may
    /// be more of them.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn sweep(&self) -> Result<bool, StoreError> {
        self.erase(move |connection| {
            Box::pin(async move {
                let now = now_ms();
                for (sql, before) in [
                    ("DELETE FROM sessions WHERE expires <= $1", now),
                    ("DELETE FROM devices WHERE expires <= $1", now),
                    (
                        "DELETE FROM sessions WHERE seen IS NULL AND created < $1 \
                            AND EXISTS (SELECT 1 FROM users \
                                WHERE users.id = user_id AND name_norm IS NULL) \
                            AND NOT EXISTS (SELECT 1 FROM sessions AS other \
                                WHERE other.user_id = sessions.user_id \
                                    AND (other.seen IS NOT NULL OR other.created >= $1))",
                        now - NEVER_BACK_MS,
                    ),
                ] {
                    sqlx::query(sql)
                        .bind(before)
                        .execute(&mut *connection)
                        .await?;
                }
                let gone: Vec<UserId> = sqlx::query_scalar(
                    "SELECT id FROM users WHERE name_norm IS NULL \
                        AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = users.id) \
                        AND NOT EXISTS (SELECT 1 FROM games WHERE owner = users.id \
                            AND kind = 'board' AND games.created >= $1) \
                        AND NOT EXISTS (SELECT 1 FROM network_owners WHERE user_id = users.id \
                            AND network_owners.created >= $1) LIMIT $2",
                )
                .bind(now - SHARE_MS)
                .bind(SWEPT_AT_ONCE)
                .fetch_all(&mut *connection)
                .await?;
                for guest in &gone {
                    delete(connection, *guest).await?;
                }
                Ok(gone.len() as i64 == SWEPT_AT_ONCE)
            })
        })
        .await
    }
}
