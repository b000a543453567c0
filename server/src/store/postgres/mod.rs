//! A database of a PostgreSQL server, which several of our servers may share.

mod session_lock;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Executor};

use super::columns::{Column, ColumnKind};
use super::location::PostgresUrl;
pub(super) use session_lock::SessionLock;

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations/postgres");

/// The transactions of several servers are as if they were run one after the other; one that cannot be so
/// fails, and is run again.
pub(super) const BEGIN: &str = "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE";

/// How long a transaction may take; the largest, a learner's whole table, takes a second.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// What every connection is told. What was committed is on the disk, whatever the server's default is, and
/// nothing waits for long for somebody else's lock.
const EVERY: &str = "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '30s'; \
    SELECT set_config('synchronous_commit', 'on', FALSE) \
        WHERE current_setting('synchronous_commit') = 'off';";

/// What the statements of one reading transaction see belongs together.
const READING: &str = "SET default_transaction_read_only = on; \
    SET default_transaction_isolation = 'repeatable read';";

/// Where a database is.
#[derive(Clone)]
pub(super) struct PostgresServer {
    options: AnyConnectOptions,
}

impl fmt::Debug for PostgresServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The options have the password.
        f.debug_struct("PostgresServer").finish_non_exhaustive()
    }
}

impl PostgresServer {
    /// # Errors
    /// The address cannot be read.
    pub fn new(url: &PostgresUrl) -> sqlx::Result<Self> {
        sqlx::any::install_default_drivers();
        let options = AnyConnectOptions::from_str(url.secret())?;
        Ok(Self {
            options: options.disable_statement_logging(),
        })
    }

    /// A connection.
    pub async fn connect(&self) -> sqlx::Result<AnyConnection> {
        let mut connection = self.options.connect().await?;
        connection.execute(EVERY).await?;
        Ok(connection)
    }

    /// Connections that read.
    pub async fn readers(&self, pool: AnyPoolOptions) -> sqlx::Result<AnyPool> {
        let prepared = pool.after_connect(|connection, _| {
            Box::pin(async move {
                connection.execute(EVERY).await?;
                connection.execute(READING).await?;
                Ok(())
            })
        });
        prepared.connect_with(self.options.clone()).await
    }
}

/// Sets a row to itself, which is written to the log, and flushed with the commit.
pub(super) async fn write_nothing(connection: &mut AnyConnection) -> sqlx::Result<()> {
    connection
        .execute(
            "UPDATE _sqlx_migrations SET success = success \
             WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)",
        )
        .await
        .map(drop)
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
