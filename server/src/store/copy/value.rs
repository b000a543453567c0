//! Values of rows, the same whichever database they are from.

use sha2::{Digest, Sha256};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, Row};

use crate::store::columns::{ColumnKind, Truth};

/// A value; truth values are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Value {
    /// The value of a column.
    pub fn read(row: &AnyRow, index: usize, kind: ColumnKind) -> sqlx::Result<Self> {
        let value = match kind {
            ColumnKind::Number => row.try_get::<Option<i64>, _>(index)?.map(Self::Number),
            ColumnKind::Text => row.try_get::<Option<String>, _>(index)?.map(Self::Text),
            ColumnKind::Bytes => row.try_get::<Option<Vec<u8>>, _>(index)?.map(Self::Bytes),
            ColumnKind::Truth => {
                let truth = row.try_get::<Option<Truth>, _>(index)?;
                truth.map(|Truth(truth)| Self::Number(truth.into()))
            }
        };
        Ok(value.unwrap_or(Self::Null))
    }

    /// The query with this as its next parameter, for a column of this kind.
    pub fn bind<'q>(
        &self,
        query: Query<'q, Any, AnyArguments>,
        kind: ColumnKind,
    ) -> Query<'q, Any, AnyArguments> {
        match (kind, self) {
            (ColumnKind::Truth, Self::Number(number)) => query.bind(*number != 0),
            (_, Self::Number(number)) => query.bind(*number),
            (_, Self::Text(text)) => query.bind(text.clone()),
            (_, Self::Bytes(bytes)) => query.bind(bytes.clone()),
            (ColumnKind::Number, Self::Null) => query.bind(None::<i64>),
            (ColumnKind::Text, Self::Null) => query.bind(None::<String>),
            (ColumnKind::Bytes, Self::Null) => query.bind(None::<Vec<u8>>),
            (ColumnKind::Truth, Self::Null) => query.bind(None::<bool>),
        }
    }

    /// Adds it to a digest, so that no two rows of values are the same bytes.
    pub fn digest(&self, digest: &mut Sha256) {
        let (tag, bytes): (u8, &[u8]) = match self {
            Self::Null => (0, &[]),
            Self::Number(number) => (1, &number.to_be_bytes()),
            Self::Text(text) => (2, text.as_bytes()),
            Self::Bytes(bytes) => (3, bytes),
        };
        digest.update([tag]);
        digest.update((bytes.len() as u64).to_be_bytes());
        digest.update(bytes);
    }
}
