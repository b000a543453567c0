//! What there is to know of a game beside its moves: its time, how it is played, who looks on.

use client::live::LiveState;
use leptos::prelude::*;

use super::text::{manner, pace};
use crate::components::shared::erased_view::Erase;
use crate::components::shared::format::counted;
use crate::controllers::live_game::LiveGameController;

#[component]
pub fn About(live_game: LiveGameController) -> impl IntoView {
    let how = live_game.read(|state| {
        format!(
            "{} \u{b7} {}",
            pace(state.view.control),
            manner(&state.view)
        )
    });
    let watching = live_game.read(watching);
    view! {
        <div class="about-game">
            <p>
                {move || how.get()}
                <span class="watching figures">{move || watching.get()}</span>
            </p>
        </div>
    }
    .erase()
}

/// How many look on, in words; nothing where nobody does.
fn watching(state: &LiveState) -> String {
    match state.presence.map_or(0, |presence| presence.spectators) {
        0 => String::new(),
        watching => format!(" \u{b7} {}", counted(watching.into(), "spectator")),
    }
}
