//! Errors in commands of a GUI.

/// A known command with something wrong in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciError {
    #[error("position: expected startpos or fen, found {0:?}")]
    PositionKind(String),
    #[error("position: {0}")]
    Fen(String),
    #[error("position: move {number} ({mv:?}): {reason}")]
    IllegalMove {
        number: usize,
        mv: String,
        reason: String,
    },
    #[error("{name}: expected a number, found {found:?}")]
    Number { name: &'static str, found: String },
    #[error("setoption: {name} must be {expected}, found {found:?}")]
    Value {
        name: &'static str,
        expected: String,
        found: String,
    },
    #[error("setoption: unknown option {0:?}")]
    UnknownOption(String),
}

/// The first characters of foreign text, for an error message.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(80).collect()
}
