//! The shortcuts of a live game.

use client::live::LiveEvent;
use leptos::prelude::*;

use crate::components::shared::shortcuts::listen_to_shortcuts;
use crate::controllers::live_game::LiveGameController;
use crate::preferences::use_prefs;

/// Listens until the owner is cleaned up.
pub fn listen(live_game: LiveGameController, list: RwSignal<bool>) {
    let prefs = use_prefs();
    let act = move |key: &str| {
        let step = |by: isize| {
            let shown = live_game.with_untracked(|state| state.shown_ply());
            live_game.dispatch(LiveEvent::ViewPly(shown.saturating_add_signed(by)));
        };
        match key {
            "ArrowLeft" => step(-1),
            "ArrowRight" => step(1),
            "Home" => live_game.dispatch(LiveEvent::ViewPly(0)),
            "End" => live_game.dispatch(LiveEvent::ViewPly(usize::MAX)),
            "f" => live_game.dispatch(LiveEvent::Flip),
            "m" => prefs.update(|prefs| prefs.muted ^= true),
            "?" => list.set(true),
            _ => return false,
        }
        true
    };
    listen_to_shortcuts(act);
}
