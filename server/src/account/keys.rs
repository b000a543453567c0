//! API keys, which tell programs at one address apart and raise their limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use sha2::{Digest, Sha256};
use wire::{ApiKey, NewApiKey, Secret, live::typed_name};

use super::token::{KeyHash, NoRandomness, digits};
use crate::store::{KeyNotMade, Proofs, Store, StoreError, UserId};

/// The prefix makes leaked keys recognizable.
const PREFIX: &str = "ponder_";

/// Random bytes of a key, as hexadecimal digits.
const BYTES: usize = 20;

/// Length of a label, characters.
const LABEL: std::ops::RangeInclusive<usize> = 1..=40;

/// Cached look-ups, of known and unknown keys.
const REMEMBERED: u64 = 10_000;

/// How long a change by another program may go unnoticed.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60);

/// The key's hash. 160 random bits need neither salt nor stretching.
fn hash(key: &Secret) -> KeyHash {
    KeyHash(Sha256::digest(key.0.as_bytes()).into())
}

fn draw() -> Result<Secret, NoRandomness> {
    Ok(Secret(format!("{PREFIX}{}", digits::<BYTES>()?)))
}

/// Whether the text has the format of a key; other texts are not looked up.
fn is_key(text: &str) -> bool {
    let digits = text.strip_prefix(PREFIX).unwrap_or_default();
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    digits.len() == 2 * BYTES && digits.bytes().all(digit)
}

/// Normalizes a label.
///
/// # Errors
/// The reason, in words that may follow "label:".
pub fn check_label(label: &str) -> Result<String, String> {
    let label = label.trim();
    if !LABEL.contains(&label.chars().take(LABEL.end() + 1).count()) {
        let (least, most) = (LABEL.start(), LABEL.end());
        return Err(format!("expected {least} to {most} characters"));
    }
    match label
        .chars()
        .find(|letter| typed_name::is_invisible(*letter))
    {
        Some(hidden) => Err(typed_name::NameFault::Invisible(hidden).to_string()),
        None => Ok(label.to_owned()),
    }
}

/// All API keys; cheap to clone.
#[derive(Clone, Debug)]
pub struct ApiKeys {
    store: Store,
    known: Cache<KeyHash, Option<UserId>>,
    /// Counts revocations.
    revoked: Arc<AtomicU64>,
}

impl ApiKeys {
    /// The keys of `store`.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            known: Cache::builder()
                .max_capacity(REMEMBERED)
                .time_to_live(FORGOTTEN_AFTER)
                .build(),
            revoked: Arc::default(),
        }
    }

    /// The account of a key.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn owner(&self, key: &Secret) -> Result<Option<UserId>, StoreError> {
        if !is_key(&key.0) {
            return Ok(None);
        }
        let hash = hash(key);
        if let Some(owner) = self.known.get(&hash) {
            return Ok(owner);
        }
        let before = self.revoked.load(Ordering::SeqCst);
        let owner = self.store.owner_of_key(hash).await?;
        self.known.insert(hash, owner);
        // The key may have been revoked between the read and the insertion.
        if self.revoked.load(Ordering::SeqCst) != before {
            self.known.invalidate(&hash);
        }
        Ok(owner)
    }

    /// Whether the key was found valid recently.
    pub fn is_remembered(&self, key: &Secret) -> bool {
        is_key(&key.0) && matches!(self.known.get(&hash(key)), Some(Some(_)))
    }

    /// Creates a key for an account whose password was checked.
    ///
    /// # Errors
    /// The outer one when the store cannot be reached.
    pub async fn make(
        &self,
        proofs: &Proofs,
        label: String,
    ) -> Result<Result<NewApiKey, KeyNotMade>, StoreError> {
        let key = draw()?;
        let listed = self.store.new_key(proofs, hash(&key), label).await?;
        Ok(listed.map(|listed| NewApiKey { listed, key }))
    }

    /// The keys of an account.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn of(&self, user: UserId) -> Result<Vec<ApiKey>, StoreError> {
        self.store.keys_of(user).await
    }

    /// Deletes a key of an account; false if it has no such key. It may still be remembered.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn revoke(&self, user: UserId, id: i64) -> Result<bool, StoreError> {
        self.store.delete_key(user, id).await
    }

    /// Clears the cache after keys were deleted.
    pub fn forget(&self) {
        self.revoked.fetch_add(1, Ordering::SeqCst);
        self.known.invalidate_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_says_what_it_is_and_nothing_else_is_looked_up() {
        let key = draw().expect("random");
        assert!(key.0.starts_with("ponder_") && key.0.len() == 47);
        assert!(is_key(&key.0));
        for text in [
            "",
            "ponder_",
            "ponder_abc",
            &key.0[1..],
            &key.0.to_uppercase(),
        ] {
            assert!(!is_key(text), "{text}");
        }
    }

    #[test]
    fn a_label_is_some_words() {
        assert_eq!(check_label("  my \"bot\" "), Ok("my \"bot\"".to_owned()));
        for label in [
            "",
            "   ",
            "a\0b",
            "a\nb",
            "a\u{202e}b",
            "a\u{200b}b",
            "\u{3164}",
            &"a".repeat(41),
            &"a".repeat(60_000),
        ] {
            assert!(check_label(label).is_err(), "{label:?}");
        }
    }
}
