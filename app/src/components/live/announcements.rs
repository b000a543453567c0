//! Announcements of a live game: screen reader texts, sounds, the title of the browser tab.

use client::live::LiveState;
use leptos::prelude::*;

use super::text::{ending_text, title, verdict};
use crate::components::shared::erased_view::Erase;
use crate::components::shared::format::color_name;
use crate::components::side_effects::announcer::move_text;
use crate::components::side_effects::sounds::{SoundCue, play_sounds};
use crate::controllers::live_game::LiveGameController;

/// Sounds, and the live region for screen readers.
#[component]
pub fn Announcements(live_game: LiveGameController) -> impl IntoView {
    let cue = live_game.read(|state| SoundCue::of(&state.game, state.view.outcome().is_some()));
    play_sounds(cue);
    let text = live_game.read(announcement);
    view! {
        <div class="visually-hidden" aria-live="polite" data-announcer="">
            {move || text.get()}
        </div>
    }
    .erase()
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
    let mut text = String::new();
    if let Some(ply) = state.game.ply().checked_sub(1) {
        let before = state.game.position_at(ply);
        let mv = move_text(&before, state.game.moves()[ply]);
        text = format!("{}: {mv}", color_name(before.side_to_move()));
    }
    if let Some(outcome) = state.view.outcome() {
        let verdict = verdict(&outcome, state.side);
        text.push_str(&format!(". {verdict} {}", ending_text(&outcome)));
    }
    text
}
