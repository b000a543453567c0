//! Why a text is not taken.

use engine::rules::{FenError, pgn};

/// Why a text is of no use. Nothing has changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("There is nothing here yet: paste a FEN or a PGN.")]
    Empty,
    #[error("Too long: {bytes} bytes, and at most {most} are read.")]
    TooLong { bytes: usize, most: usize },
    #[error("As a FEN: {0}")]
    Fen(#[from] FenError),
    #[error("As a PGN: {0}")]
    Pgn(#[from] pgn::PgnError),
}
