//! Single keys of this page.

use client::analysis::{AnalysisEvent, NavigationStep};
use leptos::ev;
use leptos::prelude::*;

use super::dialogs::AnalysisDialogs;
use crate::components::controls::shortcuts::is_for_the_page;
use crate::components::dialogs::key_list::Keys;
use crate::controllers::analysis::AnalysisController;
use crate::preferences::use_prefs;

/// Keys with what they do.
pub const KEYS: Keys = &[
    ("\u{2190} \u{2192}", "One move back, one on"),
    ("Home End", "First position, last move"),
    ("f", "Flip the board"),
    ("l", "Engine on and off"),
    ("i", "Import"),
    ("?", "This list"),
];

/// Listens for as long as the page is shown.
pub fn listen(analysis: AnalysisController, dialogs: AnalysisDialogs) {
    let prefs = use_prefs();
    let act = move |event: &ev::KeyboardEvent| {
        match event.key().as_str() {
            "ArrowLeft" => analysis.dispatch(AnalysisEvent::Navigate(NavigationStep::Previous)),
            "ArrowRight" => analysis.dispatch(AnalysisEvent::Navigate(NavigationStep::Next)),
            "Home" => analysis.dispatch(AnalysisEvent::Navigate(NavigationStep::First)),
            "End" => analysis.dispatch(AnalysisEvent::Navigate(NavigationStep::Last)),
            "f" => analysis.dispatch(AnalysisEvent::Flip),
            "l" => {
                let on = analysis.with_untracked(|state| state.engine_on);
                analysis.dispatch(AnalysisEvent::SetEngineOn(!on));
            }
            "i" => dialogs.import.set(true),
            "?" => dialogs.keys.set(true),
            _ => return,
        }
        event.prevent_default();
    };
    let listener = window_event_listener(ev::keydown, move |event| {
        let places = dialogs.placing.with_untracked(Option::is_some);
        if !places && is_for_the_page(&event) && prefs.get_untracked().shortcuts {
            act(&event);
        }
    });
    on_cleanup(move || listener.remove());
}
