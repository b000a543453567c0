//! Guests and their sessions.

use sqlx::AnyConnection;
use wire::SessionToken;

use super::{Store, StoreError, columns::Truth, now_ms, user_id::UserId};
use crate::account::token::{self, TokenHash};

/// An unused session expires after 400 days, as its cookie does.
const LIFETIME_MS: i64 = 400 * DAY_MS;

/// A session's last use is stored once in this time, so that reads stay reads.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Sessions of one user.
const MAX_SESSIONS: i64 = 50;

impl Store {
    /// The user of a session, unless it is unknown or expired.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn user_of(&self, session: &SessionToken) -> Result<Option<UserId>, StoreError> {
        let (hash, now) = (token::hash(session), now_ms());
        let found: Option<(UserId, Option<i64>)> = sqlx::query_as(
            "SELECT user_id, seen FROM sessions WHERE token_sha256 = $1 AND expires > $2",
        )
        .bind(&hash.0[..])
        .bind(now)
        .fetch_optional(&self.readers)
        .await?;
        let Some((user, seen)) = found else {
            return Ok(None);
        };
        if seen.is_none_or(|seen| seen < now - DAY_MS) {
            let sql = "UPDATE sessions SET seen = $1, expires = $2 WHERE token_sha256 = $3";
            let used = self.execute(move || {
                sqlx::query(sql)
                    .bind(now)
                    .bind(now + LIFETIME_MS)
                    .bind(hash.0.to_vec())
            });
            if let Err(error) = used.await {
                // Reading works even if the store is full.
                tracing::warn!(%error, "a session\u{2019}s last use was not written down");
            }
        }
        Ok(Some(user))
    }
}

/// Creates a guest.
pub(super) async fn new_guest(connection: &mut AnyConnection) -> Result<UserId, StoreError> {
    let user = sqlx::query_scalar("INSERT INTO users (created) VALUES ($1) RETURNING id")
        .bind(now_ms())
        .fetch_one(&mut *connection)
        .await?;
    Ok(user)
}

/// Adds a session of a user.
pub(super) async fn new_session(
    connection: &mut AnyConnection,
    user: UserId,
) -> Result<SessionToken, StoreError> {
    let token = token::draw()?;
    let TokenHash(hash) = token::hash(&token);
    let now = now_ms();
    sqlx::query(
        "INSERT INTO sessions (token_sha256, user_id, expires, created) VALUES ($1, $2, $3, $4)",
    )
    .bind(&hash[..])
    .bind(user)
    .bind(now + LIFETIME_MS)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    // Deletes expired sessions, and the oldest ones beyond the limit.
    sqlx::query(
        "DELETE FROM sessions WHERE user_id = $1 AND (expires <= $2 OR token_sha256 NOT IN \
            (SELECT token_sha256 FROM sessions WHERE user_id = $1 ORDER BY expires DESC LIMIT $3))",
    )
    .bind(user)
    .bind(now)
    .bind(MAX_SESSIONS)
    .execute(&mut *connection)
    .await?;
    Ok(token)
}

/// `user`, or a new guest with a session.
pub(super) async fn find_or_create_user(
    connection: &mut AnyConnection,
    user: Option<UserId>,
) -> Result<(UserId, Option<SessionToken>), StoreError> {
    Ok(match user {
        Some(user) => (user, None),
        None => {
            let guest = new_guest(connection).await?;
            (guest, Some(new_session(connection, guest).await?))
        }
    })
}

/// Whether the sender of something stored before owns it: its owner does, and a visitor without a
/// session, who gets one, if the response with the owner's first cookie was lost.
pub(super) async fn claim(
    connection: &mut AnyConnection,
    user: Option<UserId>,
    owner: UserId,
) -> Result<Option<(UserId, Option<SessionToken>)>, StoreError> {
    Ok(match user {
        Some(user) if user == owner => Some((owner, None)),
        None if never_came_back(connection, owner).await? => {
            Some((owner, Some(new_session(connection, owner).await?)))
        }
        _ => None,
    })
}

/// Whether a guest has never sent any of its tokens: the response with the only one was lost.
async fn never_came_back(connection: &mut AnyConnection, user: UserId) -> Result<bool, StoreError> {
    let Truth(lost) = sqlx::query_scalar(
        "SELECT name_norm IS NULL \
            AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = users.id AND seen IS NOT NULL) \
         FROM users WHERE id = $1",
    )
    .bind(user)
    .fetch_one(&mut *connection)
    .await?;
    Ok(lost)
}
