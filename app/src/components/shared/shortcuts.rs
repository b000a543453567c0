//! Keyboard shortcuts: one table for all pages, and their listener.

use client::navigation::NavigationStep;
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, KeyboardEvent};

use crate::preferences::use_prefs;

/// What a shortcut does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ShortcutAction {
    Navigate(NavigationStep),
    Flip,
    TakeBack,
    NewGame,
    Hint,
    Analyze,
    TypeMove,
    ToggleEngine,
    Import,
    ToggleSound,
    ListShortcuts,
}

/// One line of the list of shortcuts.
pub struct Shortcut {
    /// Keys by their names in keyboard events, each with what it does.
    pub keys: &'static [(&'static str, ShortcutAction)],
    /// What they do, as the list says it.
    pub text: &'static str,
}

const fn shortcut(keys: &'static [(&'static str, ShortcutAction)], text: &'static str) -> Shortcut {
    Shortcut { keys, text }
}

const STEP: Shortcut = shortcut(
    &[
        (
            "ArrowLeft",
            ShortcutAction::Navigate(NavigationStep::Previous),
        ),
        ("ArrowRight", ShortcutAction::Navigate(NavigationStep::Next)),
    ],
    "One move back, one on",
);
const FIRST_OR_LAST: Shortcut = shortcut(
    &[
        ("Home", ShortcutAction::Navigate(NavigationStep::First)),
        ("End", ShortcutAction::Navigate(NavigationStep::Last)),
    ],
    "First position, last move",
);
const FLIP: Shortcut = shortcut(&[("f", ShortcutAction::Flip)], "Flip the board");
const TAKE_BACK: Shortcut = shortcut(&[("u", ShortcutAction::TakeBack)], "Take back");
const HINT: Shortcut = shortcut(&[("h", ShortcutAction::Hint)], "Hint");
const SOUND: Shortcut = shortcut(&[("m", ShortcutAction::ToggleSound)], "Sound on and off");
const LIST: Shortcut = shortcut(&[("?", ShortcutAction::ListShortcuts)], "This list");

/// The shortcuts of the playing page.
pub static PLAY_SHORTCUTS: [Shortcut; 10] = [
    STEP,
    FIRST_OR_LAST,
    FLIP,
    TAKE_BACK,
    shortcut(&[("n", ShortcutAction::NewGame)], "New game"),
    HINT,
    shortcut(&[("a", ShortcutAction::Analyze)], "Analyze"),
    SOUND,
    shortcut(&[("/", ShortcutAction::TypeMove)], "Type a move"),
    LIST,
];

/// The shortcuts of the analysis page.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only the browser renders the analysis.
pub static ANALYSIS_SHORTCUTS: [Shortcut; 6] = [
    STEP,
    FIRST_OR_LAST,
    FLIP,
    shortcut(&[("l", ShortcutAction::ToggleEngine)], "Engine on and off"),
    shortcut(&[("i", ShortcutAction::Import)], "Import"),
    LIST,
];

/// The shortcuts of a lesson of the course.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only the browser renders lessons.
pub static LESSON_SHORTCUTS: [Shortcut; 4] = [
    TAKE_BACK,
    shortcut(&[("n", ShortcutAction::NewGame)], "Begin the lesson again"),
    shortcut(&[("h", ShortcutAction::Hint)], "The best move"),
    LIST,
];

/// The shortcuts of an exercise.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only the browser renders exercises.
pub static EXERCISE_SHORTCUTS: [Shortcut; 4] = [
    TAKE_BACK,
    shortcut(&[("n", ShortcutAction::NewGame)], "The next exercise"),
    HINT,
    LIST,
];

/// The shortcuts of a line of an opening.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only the browser renders the drill.
pub static OPENING_SHORTCUTS: [Shortcut; 4] = [
    TAKE_BACK,
    shortcut(&[("n", ShortcutAction::NewGame)], "The next line"),
    HINT,
    LIST,
];

/// The shortcuts of live games.
pub static LIVE_SHORTCUTS: [Shortcut; 5] = [STEP, FIRST_OR_LAST, FLIP, SOUND, LIST];

/// Calls `act` with what each pressed key of the table does, unless shortcuts are switched off, until
/// the owner is cleaned up. `act` returns whether it has used the key. The sound is switched here.
pub fn listen_to_shortcuts(
    shortcuts: &'static [Shortcut],
    act: impl Fn(ShortcutAction) -> bool + Copy + 'static,
) {
    let prefs = use_prefs();
    let use_key = move |key: &str| {
        let mut keys = shortcuts.iter().flat_map(|shortcut| shortcut.keys);
        let known = keys.find(|(name, _)| *name == key);
        known.is_some_and(|&(_, action)| match action {
            ShortcutAction::ToggleSound => {
                prefs.update(|prefs| prefs.muted ^= true);
                true
            }
            action => act(action),
        })
    };
    Effect::new(move |_| {
        let listener = window_event_listener(ev::keydown, move |event| {
            if is_for_the_page(&event) && prefs.get_untracked().shortcuts && use_key(&event.key()) {
                event.prevent_default();
            }
        });
        on_cleanup(move || listener.remove());
    });
}

/// Whether no field, list or dialog has the focus, no handler has used the key, and no modifier is
/// held.
fn is_for_the_page(event: &KeyboardEvent) -> bool {
    const TAKEN: &str =
        "input, textarea, select, dialog[open], [role=dialog], [contenteditable], summary";
    let taken = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|element| !matches!(element.closest(TAKEN), Ok(None)));
    let held = event.ctrl_key() || event.alt_key() || event.meta_key();
    !(taken || held || event.default_prevented())
}
