//! Keyboard shortcuts: one table for all pages, and their listener.

use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, KeyboardEvent};

use crate::preferences::use_prefs;

/// Keys, separated by spaces where several do the like, and what they do.
pub type Shortcut = (&'static str, &'static str);

const STEP: Shortcut = ("\u{2190} \u{2192}", "One move back, one on");
const FIRST_OR_LATEST: Shortcut = ("Home End", "First position, latest move");
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only the browser renders the analysis.
const FIRST_OR_LAST: Shortcut = ("Home End", "First position, last move");
const FLIP: Shortcut = ("f", "Flip the board");
const SOUND: Shortcut = ("m", "Sound on and off");
const LIST: Shortcut = ("?", "This list");

/// The shortcuts of the playing page.
pub const PLAY_SHORTCUTS: &[Shortcut] = &[
    STEP,
    FIRST_OR_LATEST,
    FLIP,
    ("u", "Take back"),
    ("n", "New game"),
    ("h", "Hint"),
    ("a", "Analyze"),
    SOUND,
    ("/", "Type a move"),
    LIST,
];

/// The shortcuts of the analysis page.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only the browser renders the analysis.
pub const ANALYSIS_SHORTCUTS: &[Shortcut] = &[
    STEP,
    FIRST_OR_LAST,
    FLIP,
    ("l", "Engine on and off"),
    ("i", "Import"),
    LIST,
];

/// The shortcuts of live games.
pub const LIVE_SHORTCUTS: &[Shortcut] = &[STEP, FIRST_OR_LATEST, FLIP, SOUND, LIST];

/// Calls `act` with each pressed key that is a shortcut, unless they are switched off, until the owner
/// is cleaned up. `act` returns whether it has used the key.
pub fn listen_to_shortcuts(act: impl Fn(&str) -> bool + Copy + 'static) {
    let prefs = use_prefs();
    Effect::new(move |_| {
        let listener = window_event_listener(ev::keydown, move |event| {
            if is_for_the_page(&event) && prefs.get_untracked().shortcuts && act(&event.key()) {
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
