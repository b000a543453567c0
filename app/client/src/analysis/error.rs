//! Errors of imports and links.

use engine::rules::{FenError, pgn};

/// Why a text was not imported. The page stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    #[error("There is nothing here yet: paste a FEN or a PGN.")]
    Empty,
    #[error("Too long: {bytes} bytes, and at most {max} are read.")]
    TooLong { bytes: usize, max: usize },
    #[error("As a FEN: {0}")]
    Fen(#[from] FenError),
    #[error("As a PGN: {0}")]
    Pgn(#[from] pgn::PgnError),
}
