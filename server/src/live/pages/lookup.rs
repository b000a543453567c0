//! Finds the game of an address.

use wire::{live::GameLink, visitor::live_games::GameForVisitor};

use crate::{error::Refusal, state::AppState};

/// The game as spectators see it.
pub async fn seen(state: &AppState, link: &GameLink) -> Result<GameForVisitor, Refusal> {
    let shown = state.hub.shown(None, link).await;
    let shown = shown.map_err(|error| {
        tracing::error!(%error, "a game could not be shown");
        Refusal::Internal
    })?;
    shown.ok_or_else(|| Refusal::NotFound(link.page()))
}
