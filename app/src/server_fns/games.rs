//! Server functions for finished games.

use leptos::prelude::*;
use wire::visitor::{
    caller::BackendError,
    games::{FinishedGame, LevelTally, PlayedGames, StrategyTally},
};

use super::{sequential_client::SequentialClient, strict_json::StrictJson};

/// Records a finished game and returns the visitor's tallies. Idempotent by `client_id`.
#[server(prefix = "/fn", endpoint = "record_game", input = StrictJson, client = SequentialClient)]
pub async fn record_game(game: FinishedGame) -> Result<Vec<StrategyTally>, BackendError> {
    use crate::server_fns::session_cookie;

    let recorded = session_cookie::respond(
        session_cookie::backend()
            .record_game(session_cookie::session(), game)
            .await,
    )?;
    if let Some(token) = recorded.new_session {
        session_cookie::set_session(&token);
    }
    Ok(recorded.results)
}

/// The visitor's tallies against every strategy.
#[server(prefix = "/fn", endpoint = "results", input = StrictJson)]
pub async fn results() -> Result<Vec<StrategyTally>, BackendError> {
    use crate::server_fns::session_cookie;

    session_cookie::respond(
        session_cookie::backend()
            .results(session_cookie::session())
            .await,
    )
}

/// The visitor's tallies against every strategy at each level.
#[server(prefix = "/fn", endpoint = "results_by_level", input = StrictJson)]
pub async fn results_by_level() -> Result<Vec<LevelTally>, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend();
    session_cookie::respond(backend.results_by_level(session_cookie::session()).await)
}

/// A page of the visitor's games, the latest first; `before` comes from the previous page.
#[server(prefix = "/fn", endpoint = "games_before", input = StrictJson)]
pub async fn games_before(before: Option<i64>) -> Result<PlayedGames, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend();
    session_cookie::respond(
        backend
            .played_games(session_cookie::session(), before)
            .await,
    )
}
