//! Finished games, as the page sends them. What is kept is what the rules make of it.

use serde::Deserialize;
use server::game_check::verify;
use wire::{BackendError, FinishedGame};

/// The arguments of the server function.
#[derive(Deserialize)]
struct Arguments {
    game: FinishedGame,
}

/// A reason may quote what it refuses, but not all of it, bytes.
const LONGEST: usize = 1_000;

/// `POST /fn/record_game`.
pub fn check(bytes: &[u8]) {
    let Ok(Arguments { game }) = serde_json::from_slice(bytes) else {
        return;
    };
    match verify(&game) {
        Ok(kept) => {
            assert_eq!(kept.moves.len(), game.moves.len());
            let again = FinishedGame {
                start_fen: kept.start_fen.clone(),
                moves: kept.moves.clone(),
                ..game
            };
            assert_eq!(verify(&again), Ok(kept), "it is the same when sent again");
        }
        Err(BackendError::Invalid { field, reason }) => {
            let length = field.len() + reason.len();
            assert!(length <= LONGEST, "{length} bytes: {field}: {reason}");
        }
        Err(error) => panic!("{error}"),
    }
}
