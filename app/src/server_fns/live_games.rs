//! Server functions for games that have an address.

use leptos::prelude::*;
use wire::live::GameLink;
use wire::visitor::caller::BackendError;
use wire::visitor::live_games::{GameSetup, SharedGame};

#[cfg(feature = "ssr")]
use super::session_cookie::{backend, respond_created_game, session};
use super::{sequential_client::SequentialClient, strict_json::StrictJson};

/// Creates a game; returns its link. Idempotent by `client_id`.
#[server(prefix = "/fn", endpoint = "new_live_game", input = StrictJson, client = SequentialClient)]
pub async fn new_live_game(game: GameSetup) -> Result<GameLink, BackendError> {
    respond_created_game(backend().new_game(session(), game).await)
}

/// Joins an open game. Idempotent.
#[server(prefix = "/fn", endpoint = "join_live_game", input = StrictJson, client = SequentialClient)]
pub async fn join_live_game(game: GameLink) -> Result<GameLink, BackendError> {
    respond_created_game(backend().join_game(session(), game).await)
}

/// Stores a game under a link. Idempotent by `client_id`.
#[server(prefix = "/fn", endpoint = "share_game", input = StrictJson, client = SequentialClient)]
pub async fn share_game(game: SharedGame) -> Result<GameLink, BackendError> {
    respond_created_game(backend().share_game(session(), game).await)
}
