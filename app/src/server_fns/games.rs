//! Server functions for finished games.

use leptos::prelude::*;
use wire::visitor::caller::BackendError;
use wire::visitor::games::{FinishedGame, LevelTally, PlayedGames, StrategyTally};
use wire::visitor::rating::KnownRating;

#[cfg(feature = "ssr")]
use super::session_cookie::{backend, respond, session, set_session};
use super::{sequential_client::SequentialClient, strict_json::StrictJson};

/// Records a finished game and returns the visitor's tallies. Idempotent by `client_id`.
#[server(prefix = "/fn", endpoint = "record_game", input = StrictJson, client = SequentialClient)]
pub async fn record_game(game: FinishedGame) -> Result<Vec<StrategyTally>, BackendError> {
    let recorded = respond(backend().record_game(session(), game).await)?;
    if let Some(token) = recorded.new_session {
        set_session(&token);
    }
    Ok(recorded.results)
}

/// The visitor's tallies against every strategy.
#[server(prefix = "/fn", endpoint = "results", input = StrictJson)]
pub async fn results() -> Result<Vec<StrategyTally>, BackendError> {
    respond(backend().results(session()).await)
}

/// The visitor's tallies against every strategy at each level.
#[server(prefix = "/fn", endpoint = "results_by_level", input = StrictJson)]
pub async fn results_by_level() -> Result<Vec<LevelTally>, BackendError> {
    respond(backend().results_by_level(session()).await)
}

/// The visitor's strength by their games against engines.
#[server(prefix = "/fn", endpoint = "rating", input = StrictJson)]
pub async fn rating() -> Result<KnownRating, BackendError> {
    respond(backend().rating(session()).await)
}

/// Forgets the visitor's strength.
#[server(prefix = "/fn", endpoint = "reset_rating", input = StrictJson, client = SequentialClient)]
pub async fn reset_rating() -> Result<KnownRating, BackendError> {
    respond(backend().reset_rating(session()).await)
}

/// A page of the visitor's games, the latest first; `before` comes from the previous page.
#[server(prefix = "/fn", endpoint = "games_before", input = StrictJson)]
pub async fn games_before(before: Option<i64>) -> Result<PlayedGames, BackendError> {
    respond(backend().played_games(session(), before).await)
}
