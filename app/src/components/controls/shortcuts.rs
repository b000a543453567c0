//! The shortcuts of the playing page.

use client::play::PlayEvent;
use leptos::ev;
use leptos::prelude::*;

use crate::components::dialogs::requests::DialogRequests;
use crate::components::shared::shortcuts::listen_to_shortcuts;
use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;
use crate::preferences::use_prefs;
use crate::routes::{ANALYZE, go_to};

/// Listens until the owner is cleaned up. Any key loads the lazy parts, too.
pub fn listen_to_keys(play: PlayController, dialogs: DialogRequests) {
    let prefs = use_prefs();
    let lazy = use_lazy_parts();
    Effect::new(move |_| {
        let listener = window_event_listener(ev::keydown, move |_| lazy.want());
        on_cleanup(move || listener.remove());
    });
    let act = move |key: &str| {
        let step = |by: isize| {
            let shown = play.with_untracked(|state| state.shown_ply());
            play.dispatch(PlayEvent::ViewPly(shown.saturating_add_signed(by)));
        };
        match key {
            "ArrowLeft" => step(-1),
            "ArrowRight" => step(1),
            "Home" => play.dispatch(PlayEvent::ViewPly(0)),
            "End" => play.dispatch(PlayEvent::ViewPly(usize::MAX)),
            "f" => play.dispatch(PlayEvent::Flip),
            "u" => play.dispatch(PlayEvent::Undo),
            "n" => play.new_game(),
            "h" => play.dispatch(PlayEvent::Hint),
            "a" => go_to(ANALYZE),
            "m" => prefs.update(|prefs| prefs.muted ^= true),
            "/" => dialogs.typing.set(true),
            "?" => dialogs.shortcuts.set(true),
            _ => return false,
        }
        true
    };
    listen_to_shortcuts(act);
}
