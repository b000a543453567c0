//! Verifies finished games: those that are recorded, and those that are learned from.

use engine::rules::{Color, Game, Outcome, Reason, ReplayError};

use crate::field_error::FieldError;
use crate::replay::replay;

/// The longest finished game, plies.
pub const MAX_PLIES: usize = 1_024;

/// The claimed result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimedResult {
    /// The winner; `None` for a draw.
    Winner(Option<Color>),
    /// The outcome of a game against an engine.
    Outcome {
        outcome: Outcome,
        /// The side that the engine did not play.
        human: Color,
    },
}

/// Replays a finished game and compares its end with the claimed result.
///
/// # Errors
/// `start_fen`, `moves`, the first `moves[i]` that is illegal or follows the end, or the result: as
/// `winner`, or as `result` if an outcome is claimed.
pub fn verify(
    start_fen: Option<&str>,
    moves: &[String],
    claimed: ClaimedResult,
) -> Result<Game, FieldError> {
    let start = replay("start_fen", start_fen, &[], MAX_PLIES)?;
    if let Some(outcome) = start.outcome() {
        let reason = format_args!(
            "the game is over before its first move: {}",
            outcome_text(&outcome)
        );
        return Err(FieldError::new("start_fen", reason));
    }
    let game = replay_to_end(start_fen, moves)?;
    match claimed {
        ClaimedResult::Winner(winner) => check_winner(winner, &game)?,
        ClaimedResult::Outcome { outcome, human } => check_outcome(&outcome, human, &game)?,
    }
    Ok(game)
}

/// Replays a game, after whose end no move may follow.
fn replay_to_end(start_fen: Option<&str>, moves: &[String]) -> Result<Game, FieldError> {
    let replayed = replay("start_fen", start_fen, moves, MAX_PLIES);
    // After the end a move may be illegal as well.
    let legal = match Game::replay(start_fen, moves) {
        Err(ReplayError::Move { index, .. }) => index,
        _ => moves.len(),
    };
    let Ok(mut earlier) = Game::replay(start_fen, &moves[..legal.min(MAX_PLIES)]) else {
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

/// How a game ended that the board does not end is not known here.
fn check_winner(winner: Option<Color>, game: &Game) -> Result<(), FieldError> {
    match game.outcome() {
        Some(outcome) if outcome.winner != winner => {
            Err(FieldError::new("winner", "the moves end in another result"))
        }
        _ => Ok(()),
    }
}

fn check_outcome(claimed: &Outcome, human: Color, game: &Game) -> Result<(), FieldError> {
    let contradiction = match (game.outcome(), claimed.reason) {
        (Some(outcome), _) if outcome == *claimed => return Ok(()),
        (Some(outcome), _) => {
            format!(
                "claims {}, but the moves end in {}",
                outcome_text(claimed),
                outcome_text(&outcome)
            )
        }
        (None, Reason::Resignation) if claimed.winner == Some(!human) => return Ok(()),
        (None, Reason::Resignation) => "an AI never resigns: only its opponent can".to_owned(),
        // The page held the clocks: the moves do not show whether a flag fell, only whether it
        // could win.
        (None, Reason::Timeout) => match claimed.winner {
            Some(winner) if game.position().can_win(winner) => return Ok(()),
            None if Color::ALL
                .iter()
                .any(|side| !game.position().can_win(*side)) =>
            {
                return Ok(());
            }
            Some(_) => "the winner on time has too little left to mate".to_owned(),
            None => "either side has enough left to win on time".to_owned(),
        },
        (None, Reason::Agreement) if claimed.winner.is_none() => return Ok(()),
        (None, Reason::Agreement) => "who agrees to a draw does not win".to_owned(),
        (None, _) => {
            format!(
                "claims {}, but the game goes on after the last move",
                outcome_text(claimed)
            )
        }
    };
    Err(FieldError::new("result", contradiction))
}

/// The result and the reason: `1-0 by checkmate`.
fn outcome_text(outcome: &Outcome) -> String {
    let reason = outcome.reason.id().replace('_', " ");
    format!("{} by {reason}", outcome.result())
}
