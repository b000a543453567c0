//! Of finished games.

use leptos::prelude::*;

use super::{in_turn::InTurn, strict::StrictJson};
use crate::api::backend::BackendError;
use crate::api::games::{FinishedGame, LevelTally, PlayedGames, StrategyTally};

/// Records a finished game and answers the visitor's tallies. Safe to send again: one `client_id`
/// counts once.
#[server(prefix = "/fn", endpoint = "record_game", input = StrictJson, client = InTurn)]
pub async fn record_game(game: FinishedGame) -> Result<Vec<StrategyTally>, BackendError> {
    use crate::api::cookies;

    let recorded = cookies::answer(
        cookies::backend()?
            .record_game(cookies::session(), game)
            .await,
    )?;
    if let Some(token) = recorded.new_session {
        cookies::set_session(&token);
    }
    Ok(recorded.results)
}

/// The visitor's tallies against every strategy.
#[server(prefix = "/fn", endpoint = "results", input = StrictJson)]
pub async fn results() -> Result<Vec<StrategyTally>, BackendError> {
    use crate::api::cookies;

    cookies::answer(cookies::backend()?.results(cookies::session()).await)
}

/// The visitor's tallies against every strategy at each level.
#[server(prefix = "/fn", endpoint = "results_by_level", input = StrictJson)]
pub async fn results_by_level() -> Result<Vec<LevelTally>, BackendError> {
    use crate::api::cookies;

    let backend = cookies::backend()?;
    cookies::answer(backend.results_by_level(cookies::session()).await)
}

/// The visitor's latest games, or those before the ones that an earlier answer told.
#[server(prefix = "/fn", endpoint = "games_before", input = StrictJson)]
pub async fn games_before(before: Option<i64>) -> Result<PlayedGames, BackendError> {
    use crate::api::cookies;

    let backend = cookies::backend()?;
    cookies::answer(backend.played_games(cookies::session(), before).await)
}
