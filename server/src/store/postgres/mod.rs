//! A database of PostgreSQL.

mod report;
mod session_lock;

use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, AssertSqlSafe, Executor};

use super::columns::{Column, ColumnKind};
use super::connector::{ConnectionSettings, Connector};
use super::location::PostgresUrl;
pub use report::DatabaseReport;
pub(super) use session_lock::SessionLock;

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations/postgres");

/// The transactions of several servers are as if they were run one after the other; one that cannot be so
/// fails, and is run again.
pub(super) const BEGIN: &str = "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE";

/// The host's clock, milliseconds since 1970; `now()` would be the beginning of the transaction.
pub(super) const CLOCK: &str = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

/// How long a transaction may take; the largest, a learner's whole table, takes a second.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// What was committed is on the disk, whatever the database's default is, nothing waits for long for somebody
/// else's lock, a process that stands still keeps none for long, and what the statements of one reading transaction see belongs together.
const SETTINGS: ConnectionSettings = ConnectionSettings {
    every: "SET client_min_messages = error; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '30s'; \
        SELECT set_config('synchronous_commit', 'on', FALSE) \
            WHERE current_setting('synchronous_commit') = 'off'",
    writing: "SET default_transaction_read_only = off; SET idle_in_transaction_session_timeout = '5s'",
    reading: "SET default_transaction_read_only = on; \
        SET default_transaction_isolation = 'repeatable read'",
};

/// The connections of a database.
///
/// # Errors
/// The address cannot be read.
pub(super) fn connector(url: &PostgresUrl) -> sqlx::Result<Connector> {
    Connector::new(url.secret(), SETTINGS)
}

/// Sets a row to itself, which is written to the log, and flushed with the commit; and makes a table and removes
/// it, since that needs room on the disk as new rows do, where to change one may not.
pub(super) async fn write_nothing(connection: &mut AnyConnection) -> sqlx::Result<()> {
    for sql in [
        "UPDATE _sqlx_migrations SET success = success \
         WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)",
        "CREATE TEMPORARY TABLE room_on_the_disk AS SELECT 1",
        "DROP TABLE room_on_the_disk",
    ] {
        connection.execute(sql).await?;
    }
    Ok(())
}

/// The numbers of the cluster, which a standby has, too, and of the database in it.
pub(super) async fn identity(reader: &mut AnyConnection) -> sqlx::Result<String> {
    sqlx::query_scalar(
        "SELECT CAST(system_identifier AS TEXT) || '-' || CAST(oid AS TEXT) \
         FROM pg_control_system(), pg_database WHERE datname = current_database()",
    )
    .fetch_one(reader)
    .await
}

/// The bytes of the database's files.
pub(super) async fn used_bytes(reader: &mut AnyConnection) -> sqlx::Result<u64> {
    let bytes: i64 = sqlx::query_scalar("SELECT pg_database_size(current_database())")
        .fetch_one(reader)
        .await?;
    Ok(bytes.unsigned_abs())
}

/// The columns of a table.
pub(super) async fn columns(
    connection: &mut AnyConnection,
    table: &str,
) -> sqlx::Result<Vec<Column>> {
    let rows: Vec<(String, String, i64)> = sqlx::query_as(
        "SELECT CAST(a.attname AS TEXT), CAST(format_type(a.atttypid, NULL) AS TEXT), \
            CAST(COALESCE(array_position(CAST(i.indkey AS INT2[]), a.attnum) + 1, 0) AS BIGINT) \
         FROM pg_attribute a \
         LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary \
         WHERE a.attrelid = CAST($1 AS REGCLASS) AND a.attnum > 0 AND NOT a.attisdropped",
    )
    .bind(table.to_owned())
    .fetch_all(connection)
    .await?;
    let column = |(name, declared, key): (String, String, i64)| Column {
        name,
        kind: match &*declared {
            "text" => ColumnKind::Text,
            "bytea" => ColumnKind::Bytes,
            "boolean" => ColumnKind::Truth,
            _ => ColumnKind::Number,
        },
        key,
    };
    Ok(rows.into_iter().map(column).collect())
}

/// The last number of a table's identity.
pub(super) async fn counted(connection: &mut AnyConnection, table: &str) -> sqlx::Result<i64> {
    let sql = format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table}_id_seq");
    sqlx::query_scalar(AssertSqlSafe(sql))
        .fetch_one(connection)
        .await
}

/// Sets the last number of a table's identity.
pub(super) async fn count_on(
    connection: &mut AnyConnection,
    table: &str,
    counted: i64,
) -> sqlx::Result<()> {
    if counted == 0 {
        return Ok(());
    }
    sqlx::query("SELECT setval(CAST($1 AS REGCLASS), $2)")
        .bind(format!("{table}_id_seq"))
        .bind(counted)
        .execute(connection)
        .await
        .map(drop)
}

#[cfg(test)]
mod tests;
