//! What a database says of itself, for an operator.

use sqlx::{AnyConnection, Connection, Executor};

use super::{MIGRATIONS, connector};
use crate::store::columns::Truth;
use crate::store::location::PostgresUrl;
use crate::store::now_ms;

/// What a database says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseReport {
    /// As in 150004 for 15.4.
    pub version: i64,
    /// The name of its encoding.
    pub encoding: String,
    /// The last migration; `None` for a database without any.
    pub migration: Option<i64>,
    /// The last migration of this program.
    pub known_migration: i64,
    /// Whether its user may make tables.
    pub may_create: bool,
    /// Whether it waits for the disk.
    pub is_durable: bool,
    /// Sessions that are open and may be.
    pub sessions: i64,
    pub max_sessions: i64,
    /// How far its clock is ahead of this machine's, milliseconds.
    pub skew_ms: i64,
    pub is_encrypted: bool,
    /// Whether it is reached without a network.
    pub is_local: bool,
}

impl DatabaseReport {
    /// Asks a database; nothing is changed in it.
    ///
    /// # Errors
    /// It cannot be reached or read.
    pub async fn of(url: &PostgresUrl) -> sqlx::Result<Self> {
        let mut session = connector(url)?.connect().await?;
        session
            .execute("SET default_transaction_read_only = on")
            .await?;
        let known = MIGRATIONS.iter().map(|migration| migration.version).max();
        let report = Self {
            version: number(&mut session, "current_setting('server_version_num')").await?,
            encoding: text(&mut session, "current_setting('server_encoding')").await?,
            migration: migration(&mut session).await?,
            known_migration: known.unwrap_or(0),
            may_create: truth(
                &mut session,
                "has_schema_privilege(current_schema(), 'CREATE')",
            )
            .await?,
            is_durable: text(&mut session, "current_setting('fsync')").await? == "on",
            sessions: number(&mut session, "(SELECT COUNT(*) FROM pg_stat_activity)").await?,
            max_sessions: number(&mut session, "current_setting('max_connections')").await?,
            skew_ms: number(&mut session, "EXTRACT(EPOCH FROM clock_timestamp()) * 1000").await?
                - now_ms(),
            is_encrypted: truth(
                &mut session,
                "(SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid())",
            )
            .await?,
            is_local: truth(&mut session, "inet_server_addr() IS NULL").await?,
        };
        session.close().await?;
        Ok(report)
    }
}

async fn migration(session: &mut AnyConnection) -> sqlx::Result<Option<i64>> {
    let exists = "to_regclass('_sqlx_migrations') IS NOT NULL";
    if !truth(session, exists).await? {
        return Ok(None);
    }
    sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations WHERE success")
        .fetch_one(session)
        .await
}

async fn number(session: &mut AnyConnection, expression: &'static str) -> sqlx::Result<i64> {
    let sql = format!("SELECT CAST({expression} AS BIGINT)");
    sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
        .fetch_one(session)
        .await
}

async fn text(session: &mut AnyConnection, expression: &'static str) -> sqlx::Result<String> {
    let sql = format!("SELECT CAST({expression} AS TEXT)");
    sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
        .fetch_one(session)
        .await
}

async fn truth(session: &mut AnyConnection, expression: &'static str) -> sqlx::Result<bool> {
    let sql = format!("SELECT COALESCE({expression}, FALSE)");
    let Truth(is_so) = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
        .fetch_one(session)
        .await?;
    Ok(is_so)
}
