//! The shortcuts of an exercise.

use client::exercises::TrainEvent;
use leptos::prelude::*;

use crate::components::shared::shortcuts::{
    EXERCISE_SHORTCUTS, ShortcutAction, listen_to_shortcuts,
};
use crate::controllers::train::TrainController;
use crate::platform::clock::local_time;

/// Listens until the owner is cleaned up.
pub fn listen(train: TrainController, list: RwSignal<bool>) {
    listen_to_shortcuts(&EXERCISE_SHORTCUTS, move |action| {
        if train.with_untracked(|state| state.shown.is_none()) {
            return false;
        }
        match action {
            ShortcutAction::TakeBack => train.dispatch(TrainEvent::TakeBack),
            ShortcutAction::NewGame => train.dispatch(TrainEvent::Next(local_time())),
            ShortcutAction::Hint => train.dispatch(TrainEvent::Hint),
            ShortcutAction::ListShortcuts => list.set(true),
            _ => return false,
        }
        true
    });
}
