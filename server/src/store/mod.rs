//! All SQL: the SQLite file, who a token belongs to, accounts and their keys, the games that were
//! recorded.
//!
//! One connection writes, so a write never meets another; several read beside it. What a method
//! has answered is on the disk. Only `visitors`, `account`, `ready`, `run` and
//! `main` call in here.

mod accounts;
mod backup;
mod export;
mod games;
mod history;
mod keys;
mod learners;
mod open;
mod probe;
mod sessions;
mod write;

#[cfg(test)]
pub(crate) mod tests;

pub use accounts::{NewAccount, NotMade, Person, Proofs};
pub use backup::{BackupError, backup};
pub use export::Everything;
pub use games::{Kept, NewGame, OtherGame};
pub use keys::MOST_KEYS;
pub use learners::Checked;
pub use open::{OpenError, Store};
pub use sessions::UserId;

/// The store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite said no.
    #[error("the store failed: {0}")]
    Database(#[from] sqlx::Error),
    /// Another program has changed the file.
    #[error("the database is at migration {found:?}, the server at {expected:?}")]
    Changed {
        /// The last migration there.
        found: Option<i64>,
        /// The last one that this program knows.
        expected: Option<i64>,
    },
    /// There is something in it that this program does not write.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// No token could be drawn for a new guest.
    #[error(transparent)]
    NoRandomness(#[from] crate::account::token::NoRandomness),
}

/// Milliseconds since 1970.
fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}
