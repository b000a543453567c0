//! Columns as SQLite and PostgreSQL both have them, and lists of parameters.

use engine::player::{Level, Strength};
use sqlx::any::{AnyTypeInfo, AnyValueRef};
use sqlx::error::BoxDynError;
use sqlx::{Any, AnyConnection, Database, Decode, Sqlite, Type, ValueRef};

/// A number of fewer bits than its column's 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Narrow<T>(pub T);

impl<T> Type<Any> for Narrow<T> {
    fn type_info() -> AnyTypeInfo {
        <i64 as Type<Any>>::type_info()
    }

    fn compatible(found: &AnyTypeInfo) -> bool {
        <i64 as Type<Any>>::compatible(found)
    }
}

impl<'r, T: TryFrom<i64, Error: std::error::Error + Send + Sync + 'static>> Decode<'r, Any>
    for Narrow<T>
{
    fn decode(value: AnyValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Self(T::try_from(<i64 as Decode<Any>>::decode(value)?)?))
    }
}

/// A truth value; SQLite has numbers in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth(pub bool);

impl Type<Any> for Truth {
    fn type_info() -> AnyTypeInfo {
        <bool as Type<Any>>::type_info()
    }

    fn compatible(found: &AnyTypeInfo) -> bool {
        <bool as Type<Any>>::compatible(found) || <i64 as Type<Any>>::compatible(found)
    }
}

impl<'r> Decode<'r, Any> for Truth {
    fn decode(value: AnyValueRef<'r>) -> Result<Self, BoxDynError> {
        let is_truth = <bool as Type<Any>>::compatible(&value.type_info());
        Ok(Self(match is_truth {
            true => <bool as Decode<Any>>::decode(value)?,
            false => <i64 as Decode<Any>>::decode(value)? != 0,
        }))
    }
}

/// The columns `level` and `strength` of a game with an engine player; `None` of a damaged row.
pub(super) fn read_strength(
    Narrow(level): Narrow<u8>,
    tenths: Option<Narrow<u8>>,
) -> Option<Strength> {
    match tenths {
        Some(Narrow(tenths)) => Strength::from_tenths(tenths),
        None => Level::new(level).map(Strength::from),
    }
}

/// What the columns `level` and `strength` of an engine player hold.
pub(super) fn strength_columns(strength: Strength) -> (i64, Option<i64>) {
    let between = strength.between();
    (
        i64::from(strength.level().number()),
        between.map(|strength| i64::from(strength.tenths())),
    )
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Number,
    Text,
    Bytes,
    /// A number of SQLite's, 0 or 1.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(dead_code, reason = "SQLite has numbers")
    )]
    Truth,
}

/// A column as its database describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub name: String,
    pub kind: ColumnKind,
    /// Its place in the primary key, from 1; 0 for none.
    pub key: i64,
}

/// Parameters of statements that are written for a connection: `$1, $2, …`, or `?` for SQLite, which looks
/// numbered ones up by their names, each among all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    is_numbered: bool,
}

impl Parameters {
    pub fn of(connection: &AnyConnection) -> Self {
        Self {
            is_numbered: connection.backend_name() != Sqlite::NAME,
        }
    }

    /// So many parameters after the first `before` ones, with commas.
    pub fn list(self, before: usize, count: usize) -> String {
        let parameter = |number: usize| match self.is_numbered {
            true => format!("${number}"),
            false => "?".to_owned(),
        };
        let all = (before + 1..=before + count).map(parameter);
        all.collect::<Vec<_>>().join(", ")
    }

    /// `($1, $2), ($3, $4), …`: the parameters of so many rows.
    pub fn rows(self, count: usize, columns: usize) -> String {
        let row = |index| format!("({})", self.list(index * columns, columns));
        (0..count).map(row).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_numbered_from_one_row_to_the_next() {
        let numbered = Parameters { is_numbered: true };
        assert_eq!(numbered.list(1, 3), "$2, $3, $4");
        assert_eq!(numbered.rows(2, 3), "($1, $2, $3), ($4, $5, $6)");
        assert_eq!(numbered.rows(0, 3), "");
        let plain = Parameters { is_numbered: false };
        assert_eq!(plain.rows(2, 2), "(?, ?), (?, ?)");
    }
}
