//! What goes over the socket of live games, and games that are shared.

use serde::Deserialize;
use server::live::share::share;
use wire::{live::protocol::ClientMessage, visitor::live_games::SharedGame};

/// The arguments of the server function.
#[derive(Deserialize)]
struct Arguments {
    game: SharedGame,
}

/// A reason may quote what it refuses, but not all of it, bytes.
const LONGEST: usize = 1_000;

/// A text frame of `/ws`.
pub fn check_request(bytes: &[u8]) {
    let Ok(request) = serde_json::from_slice::<ClientMessage>(bytes) else {
        return;
    };
    let written = serde_json::to_vec(&request).expect("a request can be written");
    let again: ClientMessage =
        serde_json::from_slice(&written).expect("what was written can be read");
    assert_eq!(again, request);
}

/// `POST /fn/share_game`.
pub fn check_share(bytes: &[u8]) {
    let Ok(Arguments { game }) = serde_json::from_slice(bytes) else {
        return;
    };
    match share(game.clone()) {
        Ok(kept) => {
            assert_eq!(kept.moves.len(), game.moves.len());
            let again = SharedGame {
                start_fen: kept.start_fen.clone(),
                moves: kept.moves.clone(),
                outcome: kept.outcome,
                pgn: kept.pgn.clone(),
                ..game
            };
            assert_eq!(share(again), Ok(kept), "it is the same when shared again");
        }
        Err(error) => {
            let length = error.field.len() + error.reason.len();
            assert!(length <= LONGEST, "{length} bytes: {error}");
        }
    }
}
