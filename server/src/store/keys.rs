//! API keys by their hashes.

use wire::ApiKey;

use super::announcements::Announcement;
use super::{Proofs, Store, StoreError, accounts::has_password, now_ms, user_id::UserId};
use crate::account::token::KeyHash;

/// Keys per account.
pub const MAX_KEYS: i64 = 5;

/// A key's last use is stored once in this time, so that reads stay reads.
const HOUR_MS: i64 = 60 * 60 * 1000;

/// Why a key is not created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyNotMade {
    /// The account has [`MAX_KEYS`] keys.
    TooMany,
    /// The checked password is not the account's any more.
    Changed,
}

type KeyRow = (i64, String, i64, Option<i64>);

fn listed((id, label, created, used): KeyRow) -> ApiKey {
    ApiKey {
        id,
        label,
        created,
        used,
    }
}

impl Store {
    /// The account of a key.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn owner_of_key(&self, key: KeyHash) -> Result<Option<UserId>, StoreError> {
        let found: Option<(UserId, Option<i64>)> =
            sqlx::query_as("SELECT user_id, used FROM api_keys WHERE key_sha256 = $1")
                .bind(&key.0[..])
                .fetch_optional(&self.readers)
                .await?;
        let Some((user, used)) = found else {
            return Ok(None);
        };
        let now = now_ms();
        if used.is_none_or(|used| used < now - HOUR_MS) {
            let sql = "UPDATE api_keys SET used = $1 WHERE key_sha256 = $2";
            self.execute(move || sqlx::query(sql).bind(now).bind(key.0.to_vec()))
                .await?;
        }
        Ok(Some(user))
    }

    /// Stores a new key of an account whose password was checked.
    ///
    /// # Errors
    /// The outer one when the store cannot be reached.
    pub async fn new_key(
        &self,
        proofs: &Proofs,
        key: KeyHash,
        label: String,
    ) -> Result<Result<ApiKey, KeyNotMade>, StoreError> {
        let (user, password) = (proofs.user, proofs.password.clone());
        self.write(move |connection| {
            Box::pin(async move {
                if !has_password(connection, user, Some(password)).await? {
                    return Ok(Err(KeyNotMade::Changed));
                }
                let row: Option<KeyRow> = sqlx::query_as(
                    "INSERT INTO api_keys (key_sha256, user_id, label, created) \
                     SELECT $1, $2, $3, $4 \
                     WHERE (SELECT COUNT(*) FROM api_keys WHERE user_id = $2) < $5 \
                     RETURNING id, label, created, used",
                )
                .bind(&key.0[..])
                .bind(user)
                .bind(label)
                .bind(now_ms())
                .bind(MAX_KEYS)
                .fetch_optional(connection)
                .await?;
                Ok(row.map(listed).ok_or(KeyNotMade::TooMany))
            })
        })
        .await
    }

    /// The keys of a user, oldest first.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn keys_of(&self, user: UserId) -> Result<Vec<ApiKey>, StoreError> {
        let rows: Vec<KeyRow> = sqlx::query_as(
            "SELECT id, label, created, used FROM api_keys WHERE user_id = $1 ORDER BY id",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(listed).collect())
    }

    /// Deletes a key of this user; false if there was none.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn delete_key(&self, user: UserId, id: i64) -> Result<bool, StoreError> {
        let announcer = self.announcer();
        self.write(move |connection| {
            Box::pin(async move {
                let deleted = sqlx::query("DELETE FROM api_keys WHERE id = $1 AND user_id = $2")
                    .bind(id)
                    .bind(user)
                    .execute(&mut *connection)
                    .await?;
                let was_there = deleted.rows_affected() > 0;
                if was_there {
                    let deleted = Announcement::KeysDeleted;
                    announcer.announce(connection, &deleted).await?;
                }
                Ok(was_there)
            })
        })
        .await
    }
}
