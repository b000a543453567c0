//! Replays the games that requests hold.

use engine::rules::{Game, ReplayError};

use crate::field_error::FieldError;

/// The longest FEN, bytes; no position needs more than 90.
pub const MAX_FEN_BYTES: usize = 100;

/// Replays `moves` from `start_fen`, or from the standard position; `fen_field` is the FEN's name in
/// the request.
///
/// # Errors
/// The FEN, `moves` if there are more than `max_plies`, or the first `moves[i]` that is illegal.
pub fn replay(
    fen_field: &str,
    start_fen: Option<&str>,
    moves: &[String],
    max_plies: usize,
) -> Result<Game, FieldError> {
    let bytes = start_fen.map_or(0, str::len);
    if bytes > MAX_FEN_BYTES {
        let reason = format_args!("expected at most {MAX_FEN_BYTES} bytes, found {bytes}");
        return Err(FieldError::new(fen_field, reason));
    }
    let found = moves.len();
    if found > max_plies {
        let reason = format_args!("at most {max_plies} moves are taken, found {found}");
        return Err(FieldError::new("moves", reason));
    }
    Game::replay(start_fen, moves).map_err(|error| match error {
        ReplayError::Start(error) => FieldError::new(fen_field, error),
        ReplayError::Move { index, error } => FieldError::new(format!("moves[{index}]"), error),
    })
}
