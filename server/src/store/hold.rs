//! One server at a time on a store.

#[cfg(feature = "postgres")]
use super::location::PostgresUrl;
use super::location::StoreLocation;
#[cfg(feature = "postgres")]
use super::postgres::SessionLock;
use super::sqlite::{DataFolder, FolderError};

/// A store that this process holds until this is dropped. It is not opened by that.
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
    /// Another server holds the database.
    #[error("{0} is in use: another server runs on it")]
    InUse(String),
}

impl StoreHold {
    /// Holds the store at `location`, so that no second server runs on it.
    ///
    /// # Errors
    /// Another process holds it, or it cannot be reached.
    pub async fn acquire(location: &StoreLocation) -> Result<Self, HoldError> {
        match location {
            StoreLocation::Folder(folder) => {
                let folder = DataFolder::hold(folder)?;
                Ok(Self(Held::Folder { _folder: folder }))
            }
            #[cfg(feature = "postgres")]
            StoreLocation::Postgres(url) => Self::of_database(url).await,
        }
    }

    #[cfg(feature = "postgres")]
    async fn of_database(url: &PostgresUrl) -> Result<Self, HoldError> {
        match SessionLock::acquire(url).await {
            Ok(Some(lock)) => Ok(Self(Held::Database(lock))),
            Ok(None) => Err(HoldError::InUse(url.to_string())),
            Err(source) => Err(HoldError::Unreachable {
                database: url.to_string(),
                source,
            }),
        }
    }

    /// Waits until another process holds the store. A folder is kept to the end.
    pub async fn lost(&self) {
        match &self.0 {
            Held::Folder { .. } => std::future::pending().await,
            #[cfg(feature = "postgres")]
            Held::Database(lock) => lock.lost().await,
        }
    }
}
