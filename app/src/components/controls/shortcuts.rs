//! Single keys for what buttons do; none while somebody types, all of them can be switched off.

use client::play::Event;
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, KeyboardEvent};

use crate::components::dialogs::key_list::Keys;
use crate::components::dialogs::requests::DialogRequests;
use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;
use crate::preferences::use_prefs;
use crate::routes::{ANALYZE, go_to};

/// Keys with what they do.
pub const KEYS: Keys = &[
    ("\u{2190} \u{2192}", "One move back, one on"),
    ("Home End", "First position, latest move"),
    ("f", "Flip the board"),
    ("u", "Take back"),
    ("n", "New game"),
    ("h", "Hint"),
    ("a", "Analyze"),
    ("m", "Sound on and off"),
    ("/", "Type a move"),
    ("?", "This list"),
];

/// Listens for as long as the page that calls this is shown.
pub fn listen_to_keys(play: PlayController, dialogs: DialogRequests) {
    let prefs = use_prefs();
    let lazy = use_lazy_parts();
    let act = move |event: &KeyboardEvent| {
        let step = |by: isize| {
            let shown = play.with_untracked(|state| state.shown_ply());
            play.dispatch(Event::ViewPly(shown.saturating_add_signed(by)));
        };
        match event.key().as_str() {
            "ArrowLeft" => step(-1),
            "ArrowRight" => step(1),
            "Home" => play.dispatch(Event::ViewPly(0)),
            "End" => play.dispatch(Event::ViewPly(usize::MAX)),
            "f" => play.dispatch(Event::Flip),
            "u" => play.dispatch(Event::Undo),
            "n" => play.new_game(),
            "h" => play.dispatch(Event::Hint),
            "a" => go_to(ANALYZE),
            "m" => prefs.update(|prefs| prefs.muted ^= true),
            "/" => dialogs.typing.set(true),
            "?" => dialogs.shortcuts.set(true),
            _ => return,
        }
        event.prevent_default();
    };
    Effect::new(move |_| {
        let listener = window_event_listener(ev::keydown, move |event| {
            lazy.want();
            if is_for_the_page(&event) && prefs.get_untracked().shortcuts {
                act(&event);
            }
        });
        on_cleanup(move || listener.remove());
    });
}

/// Whether nobody else wants the key: no field, list or dialog, no board that has used it, and no key
/// of the browser's.
pub fn is_for_the_page(event: &KeyboardEvent) -> bool {
    const TAKEN: &str =
        "input, textarea, select, dialog[open], [role=dialog], [contenteditable], summary";
    let taken = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|element| !matches!(element.closest(TAKEN), Ok(None)));
    let held = event.ctrl_key() || event.alt_key() || event.meta_key();
    !(taken || held || event.default_prevented())
}
