//! Finished games that wait for the server, sent by a page that has no game of its own.

use client::play::unsent_game::Recipient;
use wire::BackendError;

use crate::platform::game_storage;
use crate::server_fns;

/// Sends them, the oldest key first, until the server cannot be reached; whether any has arrived.
pub(crate) async fn send() -> bool {
    let mut arrived = false;
    for game in game_storage::unsent() {
        let Some(record) = game.to_record() else {
            continue;
        };
        match server_fns::record_game(record).await {
            Ok(_) => arrived = true,
            // It will never be taken.
            Err(BackendError::Invalid { .. }) => {}
            Err(_) => break,
        }
        game_storage::remove_unsent(game.id.as_str(), Recipient::Server);
    }
    arrived
}
