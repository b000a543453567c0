//! The shortcuts of a live game.

use client::live::LiveEvent;
use leptos::prelude::*;

use crate::components::shared::shortcuts::{LIVE_SHORTCUTS, ShortcutAction, listen_to_shortcuts};
use crate::controllers::live_game::LiveGameController;

/// Listens until the owner is cleaned up.
pub fn listen(live_game: LiveGameController, list: RwSignal<bool>) {
    listen_to_shortcuts(&LIVE_SHORTCUTS, move |action| {
        match action {
            ShortcutAction::Navigate(step) => live_game.navigate(step),
            ShortcutAction::Flip => live_game.dispatch(LiveEvent::Flip),
            ShortcutAction::ListShortcuts => list.set(true),
            _ => return false,
        }
        true
    });
}
