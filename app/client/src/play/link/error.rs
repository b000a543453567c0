//! Errors of links.

use engine::rules::{FenError, san::SanError};

use crate::url_fragment::MAX_FRAGMENT_BYTES;

/// The most moves that are written and read.
pub const MAX_PLIES: usize = 1_000;

/// The field that cannot be read, and its value. The page stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    #[error("it has {bytes} bytes, and at most {MAX_FRAGMENT_BYTES} are read")]
    TooLong { bytes: usize },
    #[error("{field} is there twice")]
    Twice { field: &'static str },
    #[error("fen: {0}")]
    Start(#[from] FenError),
    #[error("moves, half-move {ply}: {error}")]
    Move { ply: usize, error: SanError },
    #[error("moves: more than {MAX_PLIES}")]
    TooManyMoves,
    #[error("{field}: expected {expected}, found {found:?}")]
    Value {
        field: &'static str,
        expected: &'static str,
        found: String,
    },
}

/// The most characters of a value that the message quotes.
const MAX_QUOTED_CHARS: usize = 24;

impl LinkError {
    /// A field with an unexpected value.
    pub(super) fn value(field: &'static str, expected: &'static str, found: &str) -> Self {
        Self::Value {
            field,
            expected,
            found: found.chars().take(MAX_QUOTED_CHARS).collect(),
        }
    }
}
