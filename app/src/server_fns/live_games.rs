//! Server functions for games that have an address.

use leptos::prelude::*;
use wire::{
    live::GameLink,
    visitor::{
        caller::BackendError,
        live_games::{GameSetup, SharedGame},
    },
};

use super::{sequential_client::SequentialClient, strict_json::StrictJson};

/// Creates a game; returns its link. Idempotent by `client_id`.
#[server(prefix = "/fn", endpoint = "new_live_game", input = StrictJson, client = SequentialClient)]
pub async fn new_live_game(game: GameSetup) -> Result<GameLink, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend();
    session_cookie::respond_created_game(backend.new_game(session_cookie::session(), game).await)
}

/// Joins an open game. Idempotent.
#[server(prefix = "/fn", endpoint = "join_live_game", input = StrictJson, client = SequentialClient)]
pub async fn join_live_game(game: GameLink) -> Result<GameLink, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend();
    session_cookie::respond_created_game(backend.join_game(session_cookie::session(), game).await)
}

/// Stores a game under a link. Idempotent by `client_id`.
#[server(prefix = "/fn", endpoint = "share_game", input = StrictJson, client = SequentialClient)]
pub async fn share_game(game: SharedGame) -> Result<GameLink, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend();
    session_cookie::respond_created_game(backend.share_game(session_cookie::session(), game).await)
}
