//! All SQL: sessions, accounts with their devices and keys, games, learners,
//! moderation.
//!
//! The statements are for SQLite and PostgreSQL alike; what differs is in `sqlite`, `postgres` and
//! `database`. One connection writes, several others read. A write that has returned is on the disk:
//! `write` is the only way there, `writer` the task behind it.
//!
//! Architecture invariant: knows no HTTP and no handler.

use std::sync::Arc;

mod accounts;
mod analyses;
mod announcements;
mod columns;
mod connector;
mod copy;
mod database;
mod devices;
mod endings;
mod exercises;
mod export;
mod games;
mod health;
mod history;
mod hold;
mod keys;
mod learners;
mod live;
mod location;
mod moderation;
mod networks;
mod open;
#[cfg(feature = "postgres")]
mod postgres;
mod ratings;
mod sessions;
mod shares;
mod sqlite;
mod sweep;
mod usage;
mod user_id;
mod write;
mod writer;

#[cfg(test)]
pub(crate) mod tests;

pub use accounts::{NewAccount, NotMade, Person, Proofs, SignedIn};
pub use analyses::{AnalysesFull, NewAnalysis};
pub use announcements::{Announcement, StoredAnnouncement};
pub use copy::{CopiedTable, CopyError, copy};
pub use exercises::NewExercise;
pub use export::Everything;
pub use games::{Kept, NewGame, OtherGame};
pub use hold::{HoldError, StoreHold};
pub use keys::{KeyNotMade, MAX_KEYS};
pub use learners::{Checked, NetworkFold, Synced};
pub use live::{Deadlines, Heartbeat, JoinError, JoiningUser, NewLiveGame, StoredChange};
pub use location::{NoLocation, PostgresUrl, StoreLocation, StoreText};
pub use moderation::{KeptOrder, Orders};
pub use networks::{MAX_NETWORKS, NewNetwork, TooManyNetworks};
pub use open::{OpenError, Store};
#[cfg(feature = "postgres")]
pub use postgres::DatabaseReport;
pub use shares::{NewShare, SharedView, Sides};
pub use sqlite::{BackupError, FolderError, backup};
pub use user_id::UserId;

/// Why the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database reported an error.
    #[error("the store failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The transaction of the job could not be committed.
    #[error("nothing could be written: {0}")]
    NotKept(Arc<sqlx::Error>),
    /// The connection broke while the transaction was committed.
    #[error("whether it was written is not known: {0}")]
    MaybeKept(Arc<sqlx::Error>),
    /// A copy into the store is not finished.
    #[error("the store is an unfinished copy")]
    UnfinishedCopy,
    /// Too many jobs wait.
    #[error("too many writes wait")]
    Full,
    /// The store is closed or closing.
    #[error("the store is closed")]
    Closed,
    /// A bug; the job is rolled back.
    #[error("a job of the store panicked")]
    Panicked,
    /// Another program has migrated the file.
    #[error("the database is at migration {found:?}, the server at {expected:?}")]
    Changed {
        /// The last migration of the file.
        found: Option<i64>,
        /// The last migration of this program.
        expected: Option<i64>,
    },
    /// The file contains something that this program does not write.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// So does its JSON.
    #[error("the store is damaged: {0}")]
    Json(#[from] serde_json::Error),
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
