//! The SQLite file: opened, migrated, its log emptied.

mod backup;
mod folder;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{AnyConnection, Executor};

pub use backup::{BackupError, backup};
pub use folder::{DataFolder, FolderError};

use super::columns::{Column, ColumnKind, Truth};
use super::connector::{ConnectionSettings, Connector};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations/sqlite");

/// The file inside the data folder.
pub(super) const FILE: &str = "ponder.sqlite";

/// Takes the file's only lock for writing.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// The system's clock, milliseconds since 1970.
pub(super) const CLOCK: &str = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/// From this migration on deleted data is overwritten. An older file is vacuumed once.
const ERASED_SINCE: i64 = 5;

/// How long a statement may wait for another program's lock on the file.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// The log is synced with each commit: what was committed survives a loss of power. What is deleted is
/// overwritten.
const SETTINGS: ConnectionSettings = ConnectionSettings {
    every: "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL",
    writing: "PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON",
    reading: "PRAGMA query_only = ON",
};

/// Bytes that have a meaning in an address. With `/` among them nothing of a path is taken for a host, and
/// nothing is left out of it.
const RESERVED: &AsciiSet = &CONTROLS.add(b' ').add(b'%').add(b'?').add(b'#').add(b'/');

/// The connections of a file that is there already.
///
/// # Errors
/// The name is not UTF-8.
pub(super) fn connector(file: &Path) -> sqlx::Result<Connector> {
    let name = file
        .to_str()
        .ok_or_else(|| sqlx::Error::Configuration("SQLite needs a name in UTF-8".into()))?;
    let name = utf8_percent_encode(name, RESERVED);
    Connector::new(&format!("sqlite:{name}?mode=rw"), SETTINGS)
}

/// Makes the folder and the file for their owner alone where they are missing.
pub(super) fn make(folder: &Path) -> io::Result<PathBuf> {
    folder::make(folder)?;
    let file = folder.join(FILE);
    folder::make_database(&file);
    Ok(file)
}

/// Brings the file up to date.
pub(super) async fn migrate(writing: &mut AnyConnection) -> Result<(), MigrateError> {
    let before = migrated(writing).await?;
    MIGRATIONS.run(&mut *writing).await?;
    if before.is_some_and(|before| before < ERASED_SINCE) {
        // VACUUM needs free space of the file's size; the store works without it.
        let anew = writing.execute("VACUUM").await;
        if let Err(error) = anew {
            tracing::warn!(%error, "what older versions deleted is still in the file");
        }
    }
    Ok(())
}

/// The last migration of the file; `None` for a new one.
async fn migrated(connection: &mut AnyConnection) -> sqlx::Result<Option<i64>> {
    let Truth(is_there) = sqlx::query_scalar(
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

/// Sets a value to itself, which still writes the page.
pub(super) async fn write_a_page(connection: &mut AnyConnection) -> sqlx::Result<()> {
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

/// Checkpoints and truncates the log; false if readers or writers held it for longer than `patience`.
pub(super) async fn truncate_log(
    connection: &mut AnyConnection,
    patience: Duration,
) -> sqlx::Result<bool> {
    wait_at_most(connection, patience).await?;
    let done: sqlx::Result<(Truth, i64, i64)> = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)")
        .fetch_one(&mut *connection)
        .await;
    wait_at_most(connection, BUSY).await?;
    let (Truth(is_busy), ..) = done?;
    Ok(!is_busy)
}

async fn wait_at_most(connection: &mut AnyConnection, time: Duration) -> sqlx::Result<()> {
    let pragma = format!("PRAGMA busy_timeout = {}", time.as_millis());
    sqlx::raw_sql(sqlx::AssertSqlSafe(pragma))
        .execute(connection)
        .await
        .map(drop)
}

/// The same for all files: nobody else can have one open.
pub(super) async fn identity(_: &mut AnyConnection) -> sqlx::Result<String> {
    Ok("file".to_owned())
}

/// The bytes of the pages in use; those that were freed are used again first.
pub(super) async fn used_bytes(reader: &mut AnyConnection) -> sqlx::Result<u64> {
    let mut number = async |sql: &'static str| -> Result<u64, sqlx::Error> {
        let number: i64 = sqlx::query_scalar(sql).fetch_one(&mut *reader).await?;
        Ok(number.unsigned_abs())
    };
    let pages = number("PRAGMA page_count").await?;
    let free = number("PRAGMA freelist_count").await?;
    let page_bytes = number("PRAGMA page_size").await?;
    Ok(pages.saturating_sub(free) * page_bytes)
}

/// The columns of a table.
pub(super) async fn columns(
    connection: &mut AnyConnection,
    table: &str,
) -> sqlx::Result<Vec<Column>> {
    let rows: Vec<(String, String, i64)> =
        sqlx::query_as("SELECT name, type, pk FROM pragma_table_info($1)")
            .bind(table.to_owned())
            .fetch_all(connection)
            .await?;
    let column = |(name, declared, key): (String, String, i64)| Column {
        name,
        kind: match &*declared {
            "TEXT" => ColumnKind::Text,
            "BLOB" => ColumnKind::Bytes,
            _ => ColumnKind::Number,
        },
        key,
    };
    Ok(rows.into_iter().map(column).collect())
}

/// The last number of `AUTOINCREMENT`.
pub(super) async fn counted(connection: &mut AnyConnection, table: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = $1")
        .bind(table.to_owned())
        .fetch_one(connection)
        .await
}

/// Sets the last number of `AUTOINCREMENT`.
pub(super) async fn count_on(
    connection: &mut AnyConnection,
    table: &str,
    counted: i64,
) -> sqlx::Result<()> {
    for sql in [
        "INSERT INTO sqlite_sequence (name, seq) SELECT $1, 0 \
         WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = $1)",
        "UPDATE sqlite_sequence SET seq = MAX(seq, $2) WHERE name = $1",
    ] {
        let statement = sqlx::query(sql).bind(table.to_owned()).bind(counted);
        statement.execute(&mut *connection).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
