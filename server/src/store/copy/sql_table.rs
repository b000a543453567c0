//! Tables as their database describes them, read and written in the order of their keys.

use sha2::{Digest, Sha256};
use sqlx::{AnyConnection, AssertSqlSafe};

use super::value::Value;
use crate::store::StoreError;
use crate::store::columns::{Column, ColumnKind, Parameters};
use crate::store::database::Database;

/// A row, the columns of the key first.
pub(super) type Values = Vec<Value>;

/// A table of one of the two databases.
pub(super) struct SqlTable {
    pub name: &'static str,
    /// Those of the key first, then by name: the same order in both databases.
    columns: Vec<Column>,
    /// How many columns the key has.
    key: usize,
}

impl SqlTable {
    /// # Errors
    /// The database cannot be read, or has no such table with a key.
    pub async fn of(
        database: &Database,
        connection: &mut AnyConnection,
        name: &'static str,
    ) -> Result<Self, StoreError> {
        let mut columns = database.columns(connection, name).await?;
        let key = columns.iter().filter(|column| column.key > 0).count();
        if key == 0 {
            return Err(StoreError::Damaged(format!("{name} has no key")));
        }
        columns.sort_by_key(|column| {
            let place = if column.key > 0 { column.key } else { i64::MAX };
            (place, column.name.clone())
        });
        Ok(Self { name, columns, key })
    }

    /// The names of the columns.
    pub fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|column| &*column.name).collect()
    }

    fn key_names(&self) -> String {
        self.names()[..self.key].join(", ")
    }

    /// Up to so many rows after a key, or the first ones.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn rows_after(
        &self,
        connection: &mut AnyConnection,
        key: Option<&[Value]>,
        at_most: usize,
    ) -> sqlx::Result<Vec<Values>> {
        let (name, names, keys) = (self.name, self.names().join(", "), self.key_names());
        let after = match key {
            Some(_) => {
                let parameters = Parameters::of(connection).list(0, self.key);
                format!("WHERE ({keys}) > ({parameters})")
            }
            None => String::new(),
        };
        let sql = format!("SELECT {names} FROM {name} {after} ORDER BY {keys} LIMIT {at_most}");
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (value, column) in key.unwrap_or_default().iter().zip(&self.columns) {
            query = value.bind(query, column.kind);
        }
        let rows = query.fetch_all(connection).await?;
        let values = rows.iter().map(|row| {
            let columns = self.columns.iter().enumerate();
            columns
                .map(|(index, column)| Value::read(row, index, column.kind))
                .collect()
        });
        values.collect()
    }

    /// The last row's key; `None` for an empty table.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn last_key(&self, connection: &mut AnyConnection) -> sqlx::Result<Option<Values>> {
        let (name, keys) = (self.name, self.key_names());
        let backwards = keys.replace(", ", " DESC, ");
        let sql = format!("SELECT {keys} FROM {name} ORDER BY {backwards} DESC LIMIT 1");
        let row = sqlx::query(AssertSqlSafe(sql))
            .fetch_optional(connection)
            .await?;
        let values = row.map(|row| {
            let columns = self.columns[..self.key].iter().enumerate();
            columns
                .map(|(index, column)| Value::read(&row, index, column.kind))
                .collect()
        });
        values.transpose()
    }

    /// Writes new rows.
    ///
    /// # Errors
    /// The database cannot be written, or has one of them.
    pub async fn insert(
        &self,
        connection: &mut AnyConnection,
        values: &[Values],
    ) -> sqlx::Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        let (name, names) = (self.name, self.names().join(", "));
        let rows = Parameters::of(connection).rows(values.len(), self.columns.len());
        let sql = format!("INSERT INTO {name} ({names}) VALUES {rows}");
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (value, column) in values.iter().flat_map(|row| row.iter().zip(&self.columns)) {
            query = value.bind(query, column.kind);
        }
        query.execute(connection).await.map(drop)
    }

    /// The number of all rows, and a digest of them in the order of their keys.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn digest(
        &self,
        connection: &mut AnyConnection,
        at_once: usize,
    ) -> sqlx::Result<(u64, String)> {
        let (mut count, mut digest, mut key) = (0, Sha256::new(), None);
        loop {
            let rows = self.rows_after(connection, key.as_deref(), at_once).await?;
            let Some(last) = rows.last() else {
                break;
            };
            count += rows.len() as u64;
            rows.iter()
                .flatten()
                .for_each(|value| value.digest(&mut digest));
            key = Some(last[..self.key].to_vec());
        }
        let bytes = digest.finalize();
        let hexadecimal = bytes.iter().map(|byte| format!("{byte:02x}"));
        Ok((count, hexadecimal.collect()))
    }

    /// The key of a row.
    pub fn key_of<'v>(&self, row: &'v Values) -> &'v [Value] {
        &row[..self.key]
    }

    /// Whether the database counts up the key.
    pub fn is_counted(&self) -> bool {
        self.key == 1 && self.columns[0].name == "id" && self.columns[0].kind == ColumnKind::Number
    }
}
