//! An open store, and why it cannot be opened.

use std::io;
use std::path::{Path, PathBuf};

use sqlx::migrate::MigrateError;
use sqlx::{AnyConnection, AnyPool};

use super::StoreError;
use super::database::Database;
use super::location::StoreLocation;
#[cfg(feature = "postgres")]
use super::postgres;
use super::sqlite;
use super::writer::Writer;
use crate::account::token::{self, NoRandomness};
use crate::live::seat::ServerId;

/// An open store; cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    /// Owns the writing connection.
    pub(super) writer: Writer,
    /// Read-only connections.
    pub(super) readers: AnyPool,
    pub(super) database: Database,
    /// Who writes by it.
    pub(super) server: ServerId,
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
    /// A copy into it has not come to its end.
    #[error("{database} is an unfinished copy of {source_name}: go on with `server copy`")]
    Unfinished {
        database: String,
        source_name: String,
    },
    /// The database cannot be migrated, or is no store.
    #[error("{database} can't be brought up to date: {source}")]
    Migrate {
        database: String,
        source: MigrateError,
    },
    /// No name could be drawn for this server.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

/// A database that is up to date and can be written.
pub(super) struct Prepared {
    pub database: Database,
    /// The connection that writes.
    pub connection: AnyConnection,
    /// Where an unfinished copy in it is from.
    pub unfinished_copy: Option<String>,
}

/// Opens the database at `location` and brings it up to date; creates folder and file if needed.
///
/// # Errors
/// It cannot be reached or written, or is no store.
pub(super) async fn prepare(location: &StoreLocation) -> Result<Prepared, OpenError> {
    let (database, name) = match location {
        StoreLocation::Folder(folder) => {
            let file = sqlite::make(folder).map_err(|source| OpenError::Folder {
                folder: folder.to_owned(),
                source,
            })?;
            let database = sqlite::connector(&file).map(Database::Sqlite);
            (database, file.display().to_string())
        }
        #[cfg(feature = "postgres")]
        StoreLocation::Postgres(url) => {
            let database = postgres::connector(url).map(Database::Postgres);
            (database, url.to_string())
        }
    };
    let cannot_open = |source| OpenError::Database {
        database: name.clone(),
        source,
    };
    let database = database.map_err(cannot_open)?;
    let mut connection = database
        .connector()
        .connect_to_write()
        .await
        .map_err(cannot_open)?;
    let migrated = database.migrate(&mut connection).await;
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
    let tried = database.try_to_write(&mut connection).await;
    tried.map_err(cannot_open)?;
    // The server may have ended between a deletion and what removes its traces.
    let erased = database.erase(&mut connection, sqlite::BUSY).await;
    erased.map_err(cannot_open)?;
    let unfinished_copy = sqlx::query_scalar("SELECT source FROM unfinished_copy")
        .fetch_optional(&mut connection)
        .await
        .map_err(cannot_open)?;
    Ok(Prepared {
        database,
        connection,
        unfinished_copy,
    })
}

impl Store {
    /// Opens the store in `folder`; creates folder and file if needed.
    ///
    /// # Errors
    /// Folder or file cannot be written, or the file is no store.
    pub async fn open(folder: &Path) -> Result<Self, OpenError> {
        Self::open_at(&StoreLocation::Folder(folder.to_owned())).await
    }

    /// Opens the store at `location`.
    ///
    /// # Errors
    /// It cannot be reached or written, is no store, or a copy into it is not finished.
    pub async fn open_at(location: &StoreLocation) -> Result<Self, OpenError> {
        let Prepared {
            database,
            connection,
            unfinished_copy,
        } = prepare(location).await?;
        let database_name = location.to_string();
        if let Some(source_name) = unfinished_copy {
            return Err(OpenError::Unfinished {
                database: database_name,
                source_name,
            });
        }
        let readers = database.connector().readers().await;
        let readers = readers.map_err(|source| OpenError::Database {
            database: database_name,
            source,
        })?;
        Ok(Self {
            writer: Writer::start(connection, database.clone()),
            readers,
            database,
            server: ServerId(token::draw_tag()?),
        })
    }

    /// What no other database has, as letters, digits and hyphens.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn identity(&self) -> Result<String, StoreError> {
        let mut reader = self.readers.acquire().await?;
        Ok(self.database.identity(&mut reader).await?)
    }

    /// Finishes the queued writes and closes the database.
    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}
