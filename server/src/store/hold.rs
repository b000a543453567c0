//! Who may use a store at the same time: one process alone, or the servers of a database.

use std::path::Path;

#[cfg(feature = "postgres")]
use super::location::PostgresUrl;
use super::location::StoreLocation;
#[cfg(feature = "postgres")]
use super::postgres::SessionLock;
use super::sqlite::{DataFolder, FolderError};

/// A store that this process holds until this is dropped, alone or with other servers. It is not opened by
/// that.
#[derive(Debug)]
pub struct StoreHold(Held);

#[derive(Debug)]
enum Held {
    Folder {
        _folder: DataFolder,
    },
    #[cfg(feature = "postgres")]
    Database(SessionLock),
}

/// A store that cannot be held.
#[derive(Debug, thiserror::Error)]
pub enum HoldError {
    /// The data folder is unavailable, or another server holds it.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The database cannot be reached.
    #[error("{database} can't be reached: {source}")]
    Unreachable {
        database: String,
        source: sqlx::Error,
    },
    /// Others hold the database.
    #[error("{0} is in use: a server runs on it, or it is being copied")]
    InUse(String),
}

impl StoreHold {
    /// Holds the store at `location` alone, so that no server runs on it.
    ///
    /// # Errors
    /// Another process holds it, or it cannot be reached.
    pub async fn acquire(location: &StoreLocation) -> Result<Self, HoldError> {
        match location {
            StoreLocation::Folder(folder) => Self::of_folder(folder),
            #[cfg(feature = "postgres")]
            StoreLocation::Postgres(url) => Self::of_database(url, SessionLock::acquire(url)).await,
        }
    }

    /// Holds the store at `location` for a server: alone until [`StoreHold::share`] if no other server runs on
    /// it.
    ///
    /// # Errors
    /// Another process holds it alone, or it cannot be reached.
    pub async fn join(location: &StoreLocation) -> Result<Self, HoldError> {
        match location {
            StoreLocation::Folder(folder) => Self::of_folder(folder),
            #[cfg(feature = "postgres")]
            StoreLocation::Postgres(url) => Self::of_database(url, SessionLock::join(url)).await,
        }
    }

    fn of_folder(folder: &Path) -> Result<Self, HoldError> {
        let folder = DataFolder::hold(folder)?;
        Ok(Self(Held::Folder { _folder: folder }))
    }

    #[cfg(feature = "postgres")]
    async fn of_database(
        url: &PostgresUrl,
        lock: impl Future<Output = sqlx::Result<Option<SessionLock>>>,
    ) -> Result<Self, HoldError> {
        match lock.await {
            Ok(Some(lock)) => Ok(Self(Held::Database(lock))),
            Ok(None) => Err(HoldError::InUse(url.to_string())),
            Err(source) => Err(HoldError::Unreachable {
                database: url.to_string(),
                source,
            }),
        }
    }

    /// Whether no other process held the store when this one began to.
    pub fn was_alone(&self) -> bool {
        match &self.0 {
            Held::Folder { .. } => true,
            #[cfg(feature = "postgres")]
            Held::Database(lock) => lock.was_taken_alone(),
        }
    }

    /// Lets other servers hold the store, too, where it is made for that.
    pub async fn share(&self) {
        match &self.0 {
            Held::Folder { .. } => {}
            #[cfg(feature = "postgres")]
            Held::Database(lock) => lock.share().await,
        }
    }

    /// Waits until another process holds the store alone. A folder is kept to the end.
    pub async fn lost(&self) {
        match &self.0 {
            Held::Folder { .. } => std::future::pending().await,
            #[cfg(feature = "postgres")]
            Held::Database(lock) => lock.lost().await,
        }
    }
}
