//! Of games that have an address.

use leptos::prelude::*;
use wire::{
    live::GameLink,
    visitor::{
        caller::BackendError,
        live_games::{GameSetup, SharedGame},
    },
};

use super::{sequential_client::SequentialClient, strict_json::StrictJson};

/// Begins a game, or has it wait for an opponent; its address. Safe to send again: one `client_id`
/// makes one game.
#[server(prefix = "/fn", endpoint = "new_live_game", input = StrictJson, client = SequentialClient)]
pub async fn new_live_game(game: GameSetup) -> Result<GameLink, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend()?;
    session_cookie::respond_created_game(backend.new_game(session_cookie::session(), game).await)
}

/// Takes the free seat of a game. Safe to send again.
#[server(prefix = "/fn", endpoint = "join_live_game", input = StrictJson, client = SequentialClient)]
pub async fn join_live_game(game: GameLink) -> Result<GameLink, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend()?;
    session_cookie::respond_created_game(backend.join_game(session_cookie::session(), game).await)
}

/// Keeps a game under a link; its address. Safe to send again: one `client_id` has one link.
#[server(prefix = "/fn", endpoint = "share_game", input = StrictJson, client = SequentialClient)]
pub async fn share_game(game: SharedGame) -> Result<GameLink, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend()?;
    session_cookie::respond_created_game(backend.share_game(session_cookie::session(), game).await)
}
