//! Moves a whole store from one database to another, of either kind. A copy that was broken off is gone on
//! with; no server starts on an unfinished one.

mod sql_table;
mod value;

use sqlx::{AssertSqlSafe, Connection};

use super::hold::{HoldError, StoreHold};
use super::location::StoreLocation;
use super::open::{OpenError, Prepared, prepare};
use super::{StoreError, sqlite};
use sql_table::SqlTable;

/// Rows of a few bytes that are written at once, and such with texts of some kilobytes, and such with files.
/// SQLite takes 32,766 parameters.
const MANY: usize = 1_000;
const SOME: usize = 200;
const FEW: usize = 10;

/// What each server writes that was started on a store, though nobody has been there.
const OF_SERVERS: [&str; 3] = ["game_time", "servers", "announcements"];

/// The table that is written without a server.
const ORDERS: (&str, usize) = ("moderation", MANY);

/// All tables but those of migrations and copies, and how many rows are written at once. What a table refers
/// to comes before it.
const TABLES: [(&str, usize); 24] = [
    ("users", MANY),
    ("sessions", MANY),
    ("devices", MANY),
    ("api_keys", MANY),
    ("games", SOME),
    ("moves", MANY),
    ("live_events", MANY),
    ("game_time", FEW),
    ("servers", MANY),
    ("seats", MANY),
    ("announcements", MANY),
    ("learners", SOME),
    ("q_values", MANY),
    ("learn_log", SOME),
    ("learner_networks", FEW),
    ("bans", MANY),
    ORDERS,
    ("endings", MANY),
    ("exercise_logs", MANY),
    ("exercises", SOME),
    ("exercise_answers", MANY),
    ("analyses", FEW),
    ("networks", FEW),
    ("network_owners", SOME),
];

/// Why a store was not copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// Source and target are one.
    #[error("{0} is both the source and the target")]
    Same(String),
    /// The source does not exist.
    #[error("{0} has no store")]
    NoSource(String),
    /// A server runs on one of them, or it cannot be reached.
    #[error(transparent)]
    Hold(#[from] HoldError),
    /// One of them cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The source is an unfinished copy itself.
    #[error("{0} is an unfinished copy")]
    Unfinished(String),
    /// The target has something that no copy has put there.
    #[error("{0} is not empty")]
    NotEmpty(String),
    /// The target has an unfinished copy of another store.
    #[error("{target} has an unfinished copy of {source_name}")]
    OtherSource { target: String, source_name: String },
    /// A row cannot be read or written.
    #[error("{table}: {source}")]
    Row {
        table: &'static str,
        source: StoreError,
    },
    /// The target has not what the source has.
    #[error("{table} is not the same in both: {source_rows} rows and {target_rows}")]
    Different {
        table: &'static str,
        source_rows: u64,
        target_rows: u64,
    },
}

/// A table that is the same in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedTable {
    pub name: &'static str,
    pub rows: u64,
    /// SHA-256 over all values in the order of the keys, hexadecimal.
    pub digest: String,
}

/// Copies all that is in the store `from` into the empty store `to`, or goes on with that, and compares both.
/// Tells of each table that is done.
///
/// # Errors
/// A server runs on one of them, the target is not empty, or one of them fails.
pub async fn copy(
    from: &StoreLocation,
    to: &StoreLocation,
    mut tell: impl FnMut(&CopiedTable),
) -> Result<(), CopyError> {
    if from == to {
        return Err(CopyError::Same(to.to_string()));
    }
    if let StoreLocation::Folder(folder) = from
        && !folder.join(sqlite::FILE).is_file()
    {
        return Err(CopyError::NoSource(from.to_string()));
    }
    let _held = (
        StoreHold::acquire(from).await?,
        StoreHold::acquire(to).await?,
    );
    let mut source = prepare(from).await?;
    if source.unfinished_copy.is_some() {
        return Err(CopyError::Unfinished(from.to_string()));
    }
    let mut target = prepare(to).await?;
    begin(&mut target, from, to).await?;
    for (table, at_once) in TABLES {
        let row = |source| CopyError::Row { table, source };
        let done = copy_table(&mut source, &mut target, table, at_once).await;
        let (here, there) = done.map_err(row)?;
        if here != there {
            return Err(CopyError::Different {
                table,
                source_rows: here.rows,
                target_rows: there.rows,
            });
        }
        tell(&there);
    }
    // The operator's orders may be given at any time.
    let (table, at_once) = ORDERS;
    let row = |source| CopyError::Row { table, source };
    let again = copy_table(&mut source, &mut target, table, at_once).await;
    again.map_err(row)?;
    let finished = sqlx::query("DELETE FROM unfinished_copy")
        .execute(&mut target.connection)
        .await;
    finished.map_err(in_copies)?;
    for side in [source, target] {
        side.connection.close().await.map_err(in_copies)?;
    }
    Ok(())
}

fn in_copies(error: sqlx::Error) -> CopyError {
    CopyError::Row {
        table: "unfinished_copy",
        source: error.into(),
    }
}

/// Notes in the target that a copy is on its way, unless that is noted.
async fn begin(
    target: &mut Prepared,
    from: &StoreLocation,
    to: &StoreLocation,
) -> Result<(), CopyError> {
    let source_name = from.to_string();
    match target.unfinished_copy.take() {
        Some(other) if other != source_name => Err(CopyError::OtherSource {
            target: to.to_string(),
            source_name: other,
        }),
        Some(_) => Ok(()),
        None => {
            for (table, _) in TABLES.iter().filter(|table| !OF_SERVERS.contains(&table.0)) {
                let there = SqlTable::of(&target.database, &mut target.connection, table).await;
                let row = |source| CopyError::Row { table, source };
                let last = there.map_err(row)?.last_key(&mut target.connection).await;
                if last.map_err(|error| row(error.into()))?.is_some() {
                    return Err(CopyError::NotEmpty(to.to_string()));
                }
            }
            for table in OF_SERVERS {
                sqlx::query(AssertSqlSafe(format!("DELETE FROM {table}")))
                    .execute(&mut target.connection)
                    .await
                    .map_err(in_copies)?;
            }
            sqlx::query("INSERT INTO unfinished_copy (source) VALUES ($1)")
                .bind(source_name)
                .execute(&mut target.connection)
                .await
                .map(drop)
                .map_err(in_copies)
        }
    }
}

/// Copies what is missing of a table; what both have of it then.
async fn copy_table(
    source: &mut Prepared,
    target: &mut Prepared,
    name: &'static str,
    at_once: usize,
) -> Result<(CopiedTable, CopiedTable), StoreError> {
    let (from, to) = (&mut source.connection, &mut target.connection);
    let here = SqlTable::of(&source.database, from, name).await?;
    let there = SqlTable::of(&target.database, to, name).await?;
    if here.names() != there.names() {
        return Err(StoreError::Damaged(format!("{name} has other columns")));
    }
    let mut key = there.last_key(to).await?;
    loop {
        let rows = here.rows_after(from, key.as_deref(), at_once).await?;
        let Some(last) = rows.last() else {
            break;
        };
        there.insert(to, &rows).await?;
        key = Some(here.key_of(last).to_vec());
    }
    if here.is_counted() {
        let counted = source.database.counted(from, name).await?;
        target.database.count_on(to, name, counted).await?;
    }
    Ok((
        digested(&here, from, at_once).await?,
        digested(&there, to, at_once).await?,
    ))
}

async fn digested(
    table: &SqlTable,
    connection: &mut sqlx::AnyConnection,
    at_once: usize,
) -> Result<CopiedTable, StoreError> {
    let (rows, digest) = table.digest(connection, at_once).await?;
    Ok(CopiedTable {
        name: table.name,
        rows,
        digest,
    })
}

#[cfg(test)]
mod tests;
