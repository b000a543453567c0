//! Devices: browsers in which an account's owner has signed in before, by the hashes of their
//! tokens. A device grants no access; its attempts are counted separately.

use sqlx::AnyConnection;
use wire::DeviceToken;

use super::{Store, StoreError, columns::Truth, now_ms, user_id::UserId};
use crate::account::token::{self, TokenHash};

/// An unused device expires after 400 days, as its cookie does.
const LIFETIME_MS: i64 = 400 * 24 * 60 * 60 * 1000;

/// Devices per account; beyond it the least recently used is replaced.
const MAX_DEVICES: i64 = 10;

impl Store {
    /// Whether the token belongs to a device of the named account.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn is_device_of(&self, device: TokenHash, spelt: &str) -> Result<bool, StoreError> {
        let Truth(is_known) = sqlx::query_scalar(
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

/// The token of the user's device: the given one if it belongs to the user, else that of a new
/// device. Another account's token is never taken over, because another person may know it.
pub(super) async fn recognise(
    connection: &mut AnyConnection,
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
        "DELETE FROM devices WHERE user_id = $1 AND token_sha256 <> $2 AND token_sha256 NOT IN \
            (SELECT token_sha256 FROM devices WHERE user_id = $1 AND token_sha256 <> $2 \
             ORDER BY used DESC, created DESC LIMIT $3)",
    )
    .bind(user)
    .bind(&token::hash_device(&device).0[..])
    .bind(MAX_DEVICES - 1)
    .execute(connection)
    .await?;
    Ok(device)
}

/// Deletes all devices of the user but the given one.
pub(super) async fn forget_others(
    connection: &mut AnyConnection,
    user: UserId,
    shown: Option<&DeviceToken>,
) -> Result<(), StoreError> {
    let shown = shown.map(|shown| token::hash_device(shown).0.to_vec());
    sqlx::query("DELETE FROM devices WHERE user_id = $1 AND token_sha256 IS DISTINCT FROM $2")
        .bind(user)
        .bind(shown)
        .execute(connection)
        .await?;
    Ok(())
}
