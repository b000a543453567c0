//! Why a link's game is not begun.

use engine::rules::{FenError, san::SanError};

use crate::url_fragment::MAX_FRAGMENT_BYTES;

/// More moves are not written, and not read.
pub const MOST_PLIES: usize = 1_000;

/// The field that cannot be read, and what was found there. Nothing has changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("it has {bytes} bytes, and at most {MAX_FRAGMENT_BYTES} are read")]
    TooLong { bytes: usize },
    #[error("{field} is there twice")]
    Twice { field: &'static str },
    #[error("fen: {0}")]
    Start(#[from] FenError),
    #[error("moves, half-move {ply}: {error}")]
    Move { ply: usize, error: SanError },
    #[error("moves: more than {MOST_PLIES}")]
    TooManyMoves,
    #[error("{field}: expected {expected}, found {found:?}")]
    Value {
        field: &'static str,
        expected: &'static str,
        found: String,
    },
}

/// So much is quoted of what cannot be read, characters.
const MOST_QUOTED: usize = 24;

impl Refused {
    /// A value that is none of its field.
    pub(super) fn value(field: &'static str, expected: &'static str, found: &str) -> Self {
        Self::Value {
            field,
            expected,
            found: found.chars().take(MOST_QUOTED).collect(),
        }
    }
}
