//! Why a repertoire cannot be made, changed or read.

use engine::rules::pgn::GameError;

use super::limits::{MAX_MOVES, MAX_NAME_CHARS, MAX_PLIES, MAX_REPERTOIRES};

/// The version of the stored text.
pub(super) const VERSION: &str = "1";

/// Why a repertoire cannot be made, changed or read, by the field that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RepertoireError {
    #[error("The name: expected 1 to {MAX_NAME_CHARS} characters, found {0}.")]
    Name(usize),
    #[error("The moves: expected at most {MAX_MOVES}, found more. Choose fewer games or lines.")]
    TooManyMoves,
    #[error("The line: expected at most {MAX_PLIES} half-moves, found {0}.")]
    TooDeep(usize),
    #[error("The moves: there are none of this colour.")]
    NoMoves,
    #[error("The number of repertoires: expected at most {MAX_REPERTOIRES}.")]
    TooMany,
    #[error("The text: expected at most {most} bytes, found {found}.")]
    TooLong { most: usize, found: usize },
    #[error("The PGN: {0}.")]
    Pgn(#[from] GameError),
    #[error("The PGN: expected games from the usual start, found another position.")]
    OtherStart,
    #[error("The games: none of them is by this player.")]
    NotVisitors,
    #[error("The version: expected {VERSION}, found {0:?}.")]
    Version(String),
    #[error("The colour: expected white or black, found {0:?}.")]
    Color(String),
}

/// Refuses a text that is too long.
pub(super) fn check_length(text: &str, most: usize) -> Result<(), RepertoireError> {
    match text.len() {
        found if found > most => Err(RepertoireError::TooLong { most, found }),
        _ => Ok(()),
    }
}
