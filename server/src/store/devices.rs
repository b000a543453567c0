//! Devices: browsers in which an account's owner has proved who they are before, by the hashes of
//! their tokens. A device opens nothing; it only has attempts of its own.

use sqlx::SqliteConnection;
use wire::DeviceToken;

use super::{Store, StoreError, now_ms, user_id::UserId};
use crate::account::token::{self, TokenHash};

/// A device is forgotten when it was not used for so long: 400 days, as its cookie.
const LIFETIME_MS: i64 = 400 * 24 * 60 * 60 * 1000;

/// Devices that one account may have; one more takes the place of the one that was used least
/// recently.
const MAX_DEVICES: i64 = 10;

impl Store {
    /// Whether the token is that of a device of the account with this name.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn is_device_of(&self, device: TokenHash, spelt: &str) -> Result<bool, StoreError> {
        let is_known = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM devices JOIN users ON users.id = user_id \
                WHERE token_sha256 = $1 AND expires > $2 AND name_norm = $3)",
        )
        .bind(&device.0[..])
        .bind(now_ms())
        .bind(spelt)
        .fetch_one(&self.readers)
        .await?;
        Ok(is_known)
    }
}

/// The token of the user's device: the one that was shown if it is theirs, else that of a new one.
/// The token of another account's device is never taken over, since another person may know it.
pub(super) async fn recognise(
    connection: &mut SqliteConnection,
    user: UserId,
    shown: Option<DeviceToken>,
) -> Result<DeviceToken, StoreError> {
    let now = now_ms();
    if let Some(shown) = shown {
        let renewed = sqlx::query(
            "UPDATE devices SET used = $1, expires = $2 \
             WHERE token_sha256 = $3 AND user_id = $4 AND expires > $1",
        )
        .bind(now)
        .bind(now + LIFETIME_MS)
        .bind(&token::hash_device(&shown).0[..])
        .bind(user)
        .execute(&mut *connection)
        .await?;
        if renewed.rows_affected() > 0 {
            return Ok(shown);
        }
    }
    let device = token::draw_device()?;
    sqlx::query(
        "INSERT INTO devices (token_sha256, user_id, created, used, expires) \
         VALUES ($1, $2, $3, $3, $4)",
    )
    .bind(&token::hash_device(&device).0[..])
    .bind(user)
    .bind(now)
    .bind(now + LIFETIME_MS)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM devices WHERE user_id = $1 AND token_sha256 NOT IN \
            (SELECT token_sha256 FROM devices WHERE user_id = $1 \
             ORDER BY used DESC, rowid DESC LIMIT $2)",
    )
    .bind(user)
    .bind(MAX_DEVICES)
    .execute(connection)
    .await?;
    Ok(device)
}

/// Forgets all devices of the user but the one that was shown.
pub(super) async fn forget_others(
    connection: &mut SqliteConnection,
    user: UserId,
    shown: Option<&DeviceToken>,
) -> Result<(), StoreError> {
    let shown = shown.map(|shown| token::hash_device(shown).0.to_vec());
    sqlx::query("DELETE FROM devices WHERE user_id = $1 AND token_sha256 IS NOT $2")
        .bind(user)
        .bind(shown)
        .execute(connection)
        .await?;
    Ok(())
}
