//! Single keys of a game's page.

use client::live::LiveEvent;
use leptos::ev;
use leptos::prelude::*;

use crate::components::controls::shortcuts::is_for_the_page;
use crate::components::dialogs::key_list::Keys;
use crate::controllers::live_game::LiveGameController;
use crate::preferences::use_prefs;

/// Keys with what they do.
pub const KEYS: Keys = &[
    ("\u{2190} \u{2192}", "One move back, one on"),
    ("Home End", "First position, latest move"),
    ("f", "Flip the board"),
    ("m", "Sound on and off"),
    ("?", "This list"),
];

/// Listens for as long as the page is shown.
pub fn listen(live_game: LiveGameController, list: RwSignal<bool>) {
    let prefs = use_prefs();
    let act = move |event: &ev::KeyboardEvent| {
        let step = |by: isize| {
            let shown = live_game.with_untracked(|state| state.shown_ply());
            live_game.dispatch(LiveEvent::ViewPly(shown.saturating_add_signed(by)));
        };
        match event.key().as_str() {
            "ArrowLeft" => step(-1),
            "ArrowRight" => step(1),
            "Home" => live_game.dispatch(LiveEvent::ViewPly(0)),
            "End" => live_game.dispatch(LiveEvent::ViewPly(usize::MAX)),
            "f" => live_game.dispatch(LiveEvent::Flip),
            "m" => prefs.update(|prefs| prefs.muted ^= true),
            "?" => list.set(true),
            _ => return,
        }
        event.prevent_default();
    };
    Effect::new(move |_| {
        let listener = window_event_listener(ev::keydown, move |event| {
            if is_for_the_page(&event) && prefs.get_untracked().shortcuts {
                act(&event);
            }
        });
        on_cleanup(move || listener.remove());
    });
}
