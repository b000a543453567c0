//! Announcements of a live game: screen reader texts, sounds, the title of the browser tab.

use client::live::LiveState;
use leptos::prelude::*;

use super::text::title;
use crate::components::shared::outcome_text::outcome_text;
use crate::components::side_effects::announcer::{LiveRegion, last_move_text};
use crate::components::side_effects::sounds::{SoundCue, play_sounds};
use crate::controllers::live_game::LiveGameController;

/// Sounds, and the live region for screen readers.
#[component]
pub fn Announcements(live_game: LiveGameController) -> impl IntoView {
    let cue = live_game.read(|state| SoundCue::of(&state.game, state.view.outcome().is_some()));
    play_sounds(cue);
    let text = live_game.read(announcement);
    view! { <LiveRegion text /> }
}

/// Keeps the title of the browser tab up to date: players, and whether it is the visitor's move.
pub fn follow_title(live_game: LiveGameController) {
    let title = live_game.read(|state| {
        let turn = if state.can_move() {
            "Your move \u{b7} "
        } else {
            ""
        };
        format!("{turn}{} \u{b7} Ponder", title(&state.view))
    });
    Effect::new(move |_| {
        // Setting a property of the document can't fail.
        js_sys::Reflect::set(&document(), &"title".into(), &title.get().into()).ok();
    });
}

/// The latest move, and the outcome if it was the last.
fn announcement(state: &LiveState) -> String {
    let mut text = last_move_text(&state.game).unwrap_or_default();
    if let Some(outcome) = state.view.outcome() {
        text.push_str(&format!(". {}", outcome_text(&outcome, state.side)));
    }
    text
}
