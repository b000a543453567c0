//! What differs between the databases: how they are migrated, how they lock, how they tell their size.

use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{AnyConnection, Connection};

use super::columns::Column;
use super::connector::Connector;
#[cfg(feature = "postgres")]
use super::postgres;
use super::sqlite;

/// The database that a store is in.
#[derive(Clone, Debug)]
pub(super) enum Database {
    Sqlite(Connector),
    #[cfg(feature = "postgres")]
    Postgres(Connector),
}

impl Database {
    /// The migrations, embedded in the program.
    pub fn migrations(&self) -> &'static Migrator {
        match self {
            Self::Sqlite(_) => &sqlite::MIGRATIONS,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => &postgres::MIGRATIONS,
        }
    }

    /// Brings the database up to date.
    pub async fn migrate(&self, writing: &mut AnyConnection) -> Result<(), MigrateError> {
        match self {
            Self::Sqlite(_) => sqlite::migrate(writing).await,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => postgres::MIGRATIONS.run(writing).await,
        }
    }

    /// Makes its connections.
    pub fn connector(&self) -> &Connector {
        match self {
            Self::Sqlite(connector) => connector,
            #[cfg(feature = "postgres")]
            Self::Postgres(connector) => connector,
        }
    }

    /// The statement that begins a transaction in which jobs are as if they were run one after the other.
    pub fn begin(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => sqlite::BEGIN,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => postgres::BEGIN,
        }
    }

    /// Whether other servers' transactions may be in the way of one, so that it is run again.
    pub fn has_conflicts(&self) -> bool {
        !matches!(self, Self::Sqlite(_))
    }

    /// How long a transaction may take before its connection is given up: a host that is gone never answers.
    /// A file's statements have limits of their own.
    pub fn patience(&self) -> Duration {
        match self {
            Self::Sqlite(_) => Duration::MAX,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => postgres::PATIENCE,
        }
    }

    /// Takes the lock that a write takes, and leaves everything as it is.
    pub async fn try_to_write(&self, writing: &mut AnyConnection) -> sqlx::Result<()> {
        let mut transaction = writing.begin_with(self.begin()).await?;
        self.write_nothing(&mut transaction).await?;
        transaction.rollback().await
    }

    /// Writes for real in a transaction, without changing anything.
    pub async fn write_nothing(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(_) => sqlite::write_a_page(connection).await,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => postgres::write_nothing(connection).await,
        }
    }

    /// Removes what was deleted from the disk, too, as far as that is for the program to do; false while
    /// somebody reads it.
    pub async fn erase(
        &self,
        connection: &mut AnyConnection,
        patience: Duration,
    ) -> sqlx::Result<bool> {
        match self {
            Self::Sqlite(_) => sqlite::truncate_log(connection, patience).await,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => Ok(true),
        }
    }

    /// The columns of a table, its primary key among them.
    pub async fn columns(
        &self,
        connection: &mut AnyConnection,
        table: &str,
    ) -> sqlx::Result<Vec<Column>> {
        match self {
            Self::Sqlite(_) => sqlite::columns(connection, table).await,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => postgres::columns(connection, table).await,
        }
    }

    /// The last number that was given to a row of a table, 0 before the first.
    pub async fn counted(&self, connection: &mut AnyConnection, table: &str) -> sqlx::Result<i64> {
        match self {
            Self::Sqlite(_) => sqlite::counted(connection, table).await,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => postgres::counted(connection, table).await,
        }
    }

    /// Has the rows of a table counted on from a number.
    pub async fn count_on(
        &self,
        connection: &mut AnyConnection,
        table: &str,
        counted: i64,
    ) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(_) => sqlite::count_on(connection, table, counted).await,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => postgres::count_on(connection, table, counted).await,
        }
    }

    /// What no other database has, as letters, digits and hyphens; a copy has another.
    pub async fn identity(&self, reader: &mut AnyConnection) -> sqlx::Result<String> {
        match self {
            Self::Sqlite(_) => sqlite::identity(reader).await,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => postgres::identity(reader).await,
        }
    }

    /// Bytes in use.
    pub async fn used_bytes(&self, reader: &mut AnyConnection) -> sqlx::Result<u64> {
        match self {
            Self::Sqlite(_) => sqlite::used_bytes(reader).await,
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => postgres::used_bytes(reader).await,
        }
    }
}

/// The clock of a connection's database, milliseconds since 1970: an expression that does not stand still
/// during a transaction.
pub(super) fn clock_of(connection: &AnyConnection) -> &'static str {
    match connection.backend_name() {
        #[cfg(feature = "postgres")]
        <sqlx::Postgres as sqlx::Database>::NAME => postgres::CLOCK,
        _ => sqlite::CLOCK,
    }
}

/// Whether a transaction failed because of another one at the same time, so that it may be run again. SQLite
/// has one writer and never says so.
pub(super) fn is_conflict(error: &sqlx::Error) -> bool {
    /// `serialization_failure` and `deadlock_detected` of PostgreSQL.
    const CONFLICTS: [&str; 2] = ["40001", "40P01"];
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| CONFLICTS.contains(&&*code))
}
