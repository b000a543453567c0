//! The shortcuts of the playing page.

use client::play::PlayEvent;
use leptos::ev;
use leptos::prelude::*;

use crate::components::dialogs::requests::DialogRequests;
use crate::components::shared::shortcuts::{PLAY_SHORTCUTS, ShortcutAction, listen_to_shortcuts};
use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;
use crate::routes::{ANALYZE, go_to};

/// Listens until the owner is cleaned up. Any key loads the lazy parts, too.
pub fn listen_to_keys(play: PlayController, dialogs: DialogRequests) {
    let lazy = use_lazy_parts();
    Effect::new(move |_| {
        let listener = window_event_listener(ev::keydown, move |_| lazy.want());
        on_cleanup(move || listener.remove());
    });
    listen_to_shortcuts(&PLAY_SHORTCUTS, move |action| {
        match action {
            ShortcutAction::Navigate(step) => play.navigate(step),
            ShortcutAction::Flip => play.dispatch(PlayEvent::Flip),
            ShortcutAction::TakeBack => play.dispatch(PlayEvent::Undo),
            ShortcutAction::NewGame => play.new_game(),
            ShortcutAction::Hint => play.dispatch(PlayEvent::Hint),
            ShortcutAction::Analyze => go_to(ANALYZE),
            ShortcutAction::TypeMove => dialogs.typing.set(true),
            ShortcutAction::ListShortcuts => dialogs.shortcuts.set(true),
            _ => return false,
        }
        true
    });
}
