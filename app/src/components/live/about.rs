//! Facts about a game: time control, kind, number of spectators.

use client::live::LiveState;
use leptos::prelude::*;

use super::text::{kind_text, time_text};
use crate::components::shared::format::counted;
use crate::controllers::live_game::LiveGameController;

#[component]
pub fn About(live_game: LiveGameController) -> impl IntoView {
    let how = live_game.read(|state| {
        format!(
            "{} \u{b7} {}",
            time_text(state.view.control),
            kind_text(&state.view)
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
}

/// The number of spectators; empty for none.
fn watching(state: &LiveState) -> String {
    match state.presence.map_or(0, |presence| presence.spectators) {
        0 => String::new(),
        watching => format!(" \u{b7} {}", counted(watching.into(), "spectator")),
    }
}
