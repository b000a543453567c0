//! An open store, and why it cannot be opened.

use std::io;
use std::path::{Path, PathBuf};

use sqlx::AnyPool;
use sqlx::migrate::MigrateError;

use super::database::Database;
use super::location::StoreLocation;
#[cfg(feature = "postgres")]
use super::postgres::PostgresServer;
use super::sqlite::{self, SqliteFile};
use super::writer::Writer;

/// An open store; cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    /// Owns the writing connection.
    pub(super) writer: Writer,
    /// Read-only connections.
    pub(super) readers: AnyPool,
    pub(super) database: Database,
}

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be created.
    #[error("the data folder {} can't be made: {source}", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    /// The database cannot be reached or written.
    #[error("{database} can't be opened for writing: {source}")]
    Database {
        database: String,
        source: sqlx::Error,
    },
    /// A newer program has migrated the database.
    #[error(
        "{database} is of a newer version than this program: it has migration {migration}, unknown here"
    )]
    Newer {
        database: String,
        /// The first unknown migration.
        migration: i64,
    },
    /// The database cannot be migrated, or is no store.
    #[error("{database} can't be brought up to date: {source}")]
    Migrate {
        database: String,
        source: MigrateError,
    },
}

impl Store {
    /// Opens the store in `folder`; creates folder and file if needed.
    ///
    /// # Errors
    /// Folder or file cannot be written, or the file is no store.
    pub async fn open(folder: &Path) -> Result<Self, OpenError> {
        let file = sqlite::make(folder).map_err(|source| OpenError::Folder {
            folder: folder.to_owned(),
            source,
        })?;
        let name = file.display().to_string();
        Self::with(SqliteFile::new(&file).map(Database::Sqlite), name).await
    }

    /// Opens the store at `location`.
    ///
    /// # Errors
    /// It cannot be reached or written, or is no store.
    pub async fn open_at(location: &StoreLocation) -> Result<Self, OpenError> {
        match location {
            StoreLocation::Folder(folder) => Self::open(folder).await,
            #[cfg(feature = "postgres")]
            StoreLocation::Postgres(url) => {
                let server = PostgresServer::new(url).map(Database::Postgres);
                Self::with(server, location.to_string()).await
            }
        }
    }

    async fn with(database: sqlx::Result<Database>, name: String) -> Result<Self, OpenError> {
        let cannot_open = |source| OpenError::Database {
            database: name.clone(),
            source,
        };
        let database = database.map_err(cannot_open)?;
        let mut writing = database.connect().await.map_err(cannot_open)?;
        let migrated = database.migrate(&mut writing).await;
        migrated.map_err(|source| match source {
            MigrateError::VersionMissing(migration) => OpenError::Newer {
                database: name.clone(),
                migration,
            },
            source => OpenError::Migrate {
                database: name.clone(),
                source,
            },
        })?;
        // A read-only database would otherwise fail at the first write of a visitor.
        let tried = database.try_to_write(&mut writing).await;
        tried.map_err(cannot_open)?;
        // The server may have ended between a deletion and what removes its traces.
        let erased = database.erase(&mut writing, sqlite::BUSY).await;
        erased.map_err(cannot_open)?;
        let readers = database.readers().await.map_err(cannot_open)?;
        Ok(Self {
            writer: Writer::start(writing, database.clone()),
            readers,
            database,
        })
    }

    /// Finishes the queued writes and closes the database.
    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}
