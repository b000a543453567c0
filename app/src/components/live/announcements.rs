//! Announcements of a live game: screen reader texts, sounds, the title of the browser tab.

use client::live::LiveState;
use leptos::prelude::*;

use super::text::{ended, title, verdict};
use crate::components::shared::erased_view::Erase;
use crate::components::shared::format::color_name;
use crate::components::side_effects::announcer::move_text;
use crate::components::side_effects::sounds::{SoundCue, play_sounds};
use crate::controllers::live_game::LiveGameController;

/// Sounds, and a region that is read out and not seen.
#[component]
pub fn Announcements(live_game: LiveGameController) -> impl IntoView {
    let cue = live_game.read(|state| SoundCue::of(&state.game, state.view.outcome().is_some()));
    play_sounds(cue);
    let words = live_game.read(words);
    view! {
        <div class="visually-hidden" aria-live="polite" data-announcer="">
            {move || words.get()}
        </div>
    }
    .erase()
}

/// The browser's tab says who plays, and that it is the visitor's move.
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

/// The latest move, and the end if it was the last.
fn words(state: &LiveState) -> String {
    let mut words = String::new();
    if let Some(ply) = state.game.ply().checked_sub(1) {
        let before = state.game.position_at(ply);
        let mv = move_text(&before, state.game.moves()[ply]);
        words = format!("{}: {mv}", color_name(before.side_to_move()));
    }
    if let Some(outcome) = state.view.outcome() {
        let verdict = verdict(&outcome, state.side);
        words.push_str(&format!(". {verdict} {}", ended(&outcome)));
    }
    words
}
