//! Replays the games that requests hold.

use engine::rules::{Game, Outcome, ReplayError};

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

/// Replays a game that has ended: as [`replay`], and no move follows the end.
///
/// # Errors
/// As [`replay`]; the first `moves[i]` after the end.
pub fn replay_finished(
    fen_field: &str,
    start_fen: Option<&str>,
    moves: &[String],
    max_plies: usize,
) -> Result<Game, FieldError> {
    let replayed = replay(fen_field, start_fen, moves, max_plies);
    // After the end a move may be illegal as well.
    let legal = match Game::replay(start_fen, moves) {
        Err(ReplayError::Move { index, .. }) => index,
        _ => moves.len(),
    };
    let Ok(mut earlier) = Game::replay(start_fen, &moves[..legal.min(max_plies)]) else {
        return replayed;
    };
    let mut first_end = None;
    loop {
        if earlier.ply() < moves.len() {
            first_end = earlier
                .outcome()
                .map(|end| (earlier.ply(), end))
                .or(first_end);
        }
        if earlier.undo().is_none() {
            break;
        }
    }
    match first_end {
        None => replayed,
        Some((ply, outcome)) => {
            let reason = format_args!("the game was over before it: {}", outcome_text(&outcome));
            Err(FieldError::new(format!("moves[{ply}]"), reason))
        }
    }
}

/// The result and the reason: `1-0 by checkmate`.
pub fn outcome_text(outcome: &Outcome) -> String {
    let reason = outcome.reason.id().replace('_', " ");
    format!("{} by {reason}", outcome.result())
}
