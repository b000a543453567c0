//! The shortcuts of a lesson.

use client::endgames::EndgameEvent;
use leptos::prelude::*;

use crate::components::shared::shortcuts::{LESSON_SHORTCUTS, ShortcutAction, listen_to_shortcuts};
use crate::controllers::endgames::EndgameController;

/// Listens until the owner is cleaned up.
pub fn listen(endgames: EndgameController, list: RwSignal<bool>) {
    listen_to_shortcuts(&LESSON_SHORTCUTS, move |action| {
        if endgames.with_untracked(|state| state.lesson.is_none()) {
            return false;
        }
        match action {
            ShortcutAction::TakeBack => endgames.dispatch(EndgameEvent::TakeBack),
            ShortcutAction::NewGame => endgames.dispatch(EndgameEvent::Restart),
            ShortcutAction::Hint => endgames.dispatch(EndgameEvent::Show),
            ShortcutAction::ListShortcuts => list.set(true),
            _ => return false,
        }
        true
    });
}
