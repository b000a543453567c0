//! The lobby: who waits for an opponent, and a game of one's own.

mod challenges;
mod fields;
mod new_game;
mod start;
mod time;

use leptos::prelude::*;

use self::challenges::Challenges;
use self::new_game::NewGameForm;
use crate::components::shared::erased_view::Erase;
use crate::controllers::lobby::LobbyController;

/// Everything below the page's heading.
pub fn lobby() -> AnyView {
    let controller = LobbyController::new();
    view! {
        <div class="lobby-parts">
            <NewGameForm />
            <Challenges controller />
        </div>
    }
    .erase()
}
