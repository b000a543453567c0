//! One server at a time on a store.

#[cfg(feature = "postgres")]
use sqlx::AnyConnection;

use super::location::StoreLocation;
#[cfg(feature = "postgres")]
use super::postgres::{self, PostgresServer};
use super::sqlite::{DataFolder, FolderError};

/// A store that this process holds until this is dropped. It is not opened by that.
#[derive(Debug)]
pub struct StoreHold {
    _folder: Option<DataFolder>,
    /// Its session has the lock.
    #[cfg(feature = "postgres")]
    _session: Option<AnyConnection>,
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
            StoreLocation::Folder(folder) => Ok(Self {
                _folder: Some(DataFolder::hold(folder)?),
                #[cfg(feature = "postgres")]
                _session: None,
            }),
            #[cfg(feature = "postgres")]
            StoreLocation::Postgres(url) => {
                let connect = async {
                    let mut session = PostgresServer::new(url)?.connect().await?;
                    let is_taken = postgres::lock(&mut session).await?;
                    Ok((session, is_taken))
                };
                match connect.await {
                    Ok((session, true)) => Ok(Self {
                        _folder: None,
                        _session: Some(session),
                    }),
                    Ok((_, false)) => Err(HoldError::InUse(location.to_string())),
                    Err(source) => Err(HoldError::Unreachable {
                        database: location.to_string(),
                        source,
                    }),
                }
            }
        }
    }
}
