//! Opens, migrates and closes the SQLite file.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};

use super::folder;
use super::writer::{BUSY, Writer, truncate_log};

/// The migrations, embedded in the program.
pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The file inside the data folder.
pub(super) const FILE: &str = "ponder.sqlite";

/// From this migration on deleted data is overwritten. An older file is vacuumed once.
const ERASED_SINCE: i64 = 5;

/// Connections that read.
const READERS: u32 = 4;

/// How long a read may wait for a connection.
const ACQUIRE: Duration = Duration::from_secs(5);

/// An open store; cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    /// Owns the writing connection.
    pub(super) writer: Writer,
    /// Read-only connections.
    pub(super) readers: SqlitePool,
}

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be created.
    #[error("the data folder {} can't be made: {source}", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    /// The file cannot be written.
    #[error("{} can't be opened for writing: {source}", file.display())]
    File { file: PathBuf, source: sqlx::Error },
    /// A newer program has migrated the file.
    #[error(
        "{} is of a newer version than this program: it has migration {migration}, unknown here",
        file.display()
    )]
    Newer {
        file: PathBuf,
        /// The first unknown migration.
        migration: i64,
    },
    /// The file cannot be migrated, or is no store.
    #[error("{} can't be brought up to date: {source}", file.display())]
    Migrate { file: PathBuf, source: MigrateError },
}

impl Store {
    /// Opens the store in `folder`; creates folder and file if needed.
    ///
    /// # Errors
    /// Folder or file cannot be written, or the file is no store.
    pub async fn open(folder: &Path) -> Result<Self, OpenError> {
        folder::make(folder).map_err(|source| OpenError::Folder {
            folder: folder.to_owned(),
            source,
        })?;
        let file = folder.join(FILE);
        folder::make_database(&file);
        let cannot_open = |source| OpenError::File {
            file: file.clone(),
            source,
        };
        let options = options(&file)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let writing_options = options.clone().pragma("secure_delete", "ON");
        let mut writing = writing_options
            .clone()
            .create_if_missing(true)
            .connect()
            .await
            .map_err(cannot_open)?;
        let before = migrated(&mut writing).await.map_err(cannot_open)?;
        MIGRATIONS
            .run(&mut writing)
            .await
            .map_err(|source| match source {
                MigrateError::VersionMissing(migration) => OpenError::Newer {
                    file: file.clone(),
                    migration,
                },
                source => OpenError::Migrate {
                    file: file.clone(),
                    source,
                },
            })?;
        // A read-only file would otherwise fail at the first write of a visitor.
        writability(&mut writing).await.map_err(cannot_open)?;
        if before.is_some_and(|before| before < ERASED_SINCE) {
            // VACUUM needs free space of the file's size; the store works without it.
            let anew = sqlx::raw_sql("VACUUM").execute(&mut writing).await;
            if let Err(error) = anew {
                tracing::warn!(%error, "what older versions deleted is still in the file");
            }
        }
        // The server may have ended between a deletion and the truncation of the log.
        truncate_log(&mut writing, BUSY)
            .await
            .map_err(cannot_open)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(ACQUIRE)
            .connect_with(options.clone().pragma("query_only", "ON"))
            .await
            .map_err(cannot_open)?;
        let writer = Writer::start(writing, writing_options);
        Ok(Self { writer, readers })
    }

    /// Finishes the queued writes and closes the file.
    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}

/// How every connection is opened.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .disable_statement_logging()
}

/// The last migration of the file; `None` for a new one.
async fn migrated(connection: &mut SqliteConnection) -> sqlx::Result<Option<i64>> {
    let is_there: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations')",
    )
    .fetch_one(&mut *connection)
    .await?;
    if !is_there {
        return Ok(None);
    }
    sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await
}

/// Takes the write lock without changing anything.
async fn writability(writing: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut transaction = writing.begin_with("BEGIN IMMEDIATE").await?;
    write_a_page(&mut transaction).await?;
    transaction.rollback().await
}

/// Sets a value to itself, which still writes the page.
pub(super) async fn write_a_page(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let version: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut *connection)
        .await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "PRAGMA user_version = {version}"
    )))
    .execute(&mut *connection)
    .await?;
    Ok(())
}
