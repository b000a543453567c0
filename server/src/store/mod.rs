//! All SQL: the SQLite file, who a token belongs to, accounts, their devices and keys, the games
//! that were recorded.
//!
//! One connection writes, so a write never meets another; several read beside it. What a method
//! has answered is on the disk: `write` is the one way there, `writer` the task behind it. Only
//! `visitors`, `learners`, `live`, `account`, `ready`, `run` and `main` call in here.

use std::sync::Arc;

mod accounts;
mod backup;
mod devices;
mod export;
mod folder;
mod games;
mod health;
mod history;
mod keys;
mod learners;
mod live;
mod moderation;
mod open;
mod sessions;
mod shares;
mod sweep;
mod usage;
mod user_id;
mod write;
mod writer;

#[cfg(test)]
pub(crate) mod tests;

pub use accounts::{NewAccount, NotMade, Person, Proofs, SignedIn};
pub use backup::{BackupError, backup};
pub use export::Everything;
pub use folder::{DataFolder, FolderError};
pub use games::{Kept, NewGame, OtherGame};
pub use keys::{KeyNotMade, MAX_KEYS};
pub use learners::Checked;
pub use live::{CreatedLiveGame, JoinError, JoiningUser, NewLiveGame};
pub use moderation::{KeptOrder, Orders};
pub use open::{OpenError, Store};
pub use shares::{NewShare, SharedView, Sides};
pub use user_id::UserId;

/// The store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite said no.
    #[error("the store failed: {0}")]
    Database(#[from] sqlx::Error),
    /// What the job wrote, and what the others of its transaction wrote, could not be committed.
    #[error("nothing could be written: {0}")]
    NotKept(Arc<sqlx::Error>),
    /// More jobs wait than may.
    #[error("too many writes wait")]
    Full,
    /// The store is closed, or about to be.
    #[error("the store is closed")]
    Closed,
    /// A fault of ours; what the job had written is undone.
    #[error("a job of the store panicked")]
    Panicked,
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
pub(crate) fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}
