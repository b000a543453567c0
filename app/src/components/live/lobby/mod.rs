//! The lobby: the list of open games, and the form for a new one.

mod challenges;
mod fields;
mod new_game;
mod start;
mod time;

use leptos::prelude::*;

use self::challenges::Challenges;
use self::new_game::NewGameForm;
use crate::controllers::public_list::LobbyController;

/// The page below its heading.
pub fn lobby() -> AnyView {
    let lobby = LobbyController::new();
    view! {
        <div class="lobby-parts">
            <NewGameForm />
            <Challenges lobby />
        </div>
    }
    .into_any()
}
