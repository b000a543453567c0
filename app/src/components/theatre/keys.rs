//! The page's keys.

use client::theatre::{TheatreEvent, TreeStep};
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::Element;

use crate::controllers::theatre::TheatreController;
use crate::preferences::use_prefs;

/// Keys of these elements are their own.
const OWN_KEYS: &str = "input, select, textarea, button, a, [role=tree], [role=grid], dialog";

/// Arrow keys walk through the tree, Enter zooms in, Escape out, the space bar plays.
pub fn listen(theatre: TheatreController) {
    let prefs = use_prefs();
    let listener = window_event_listener(ev::keydown, move |event| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let is_own = target
            .and_then(|target| target.closest(OWN_KEYS).ok().flatten())
            .is_some();
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        if is_own || modified || !prefs.with_untracked(|prefs| prefs.shortcuts) {
            return;
        }
        let event_of_key = match event.key().as_str() {
            "ArrowUp" => TheatreEvent::Step(TreeStep::Parent),
            "ArrowDown" => TheatreEvent::Step(TreeStep::FirstChild),
            "ArrowLeft" => TheatreEvent::Step(TreeStep::Previous),
            "ArrowRight" => TheatreEvent::Step(TreeStep::Next),
            "Enter" => TheatreEvent::Zoom(theatre.with_untracked(|state| state.selected)),
            "Escape" => TheatreEvent::ZoomOut,
            " " => TheatreEvent::PlayPause,
            _ => return,
        };
        event.prevent_default();
        theatre.dispatch(event_of_key);
    });
    on_cleanup(move || listener.remove());
}
