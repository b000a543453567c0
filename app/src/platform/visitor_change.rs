//! Tells the tabs of this browser that the visitor has changed.

use leptos::prelude::*;
use leptos::web_sys::StorageEvent;
use wasm_bindgen::JsCast;

use super::clock::wall_clock;
use super::ignore::ignore_failure;
use super::local_storage::write;

/// Written at each change: browsers tell the other tabs.
const KEY: &str = "ponder.visitor_changed";

/// Tells the other tabs.
pub fn tell() {
    ignore_failure("storage refused", write(KEY, &wall_clock().to_string()));
}

/// Loads the page anew when another tab tells of a change, until the owner is cleaned up: what it shows may be
/// somebody else's.
pub fn reload_on_change() {
    let listener = window_event_listener_untyped("storage", |event| {
        let event: Option<&StorageEvent> = event.dyn_ref();
        if event.is_some_and(|event| event.key().as_deref() == Some(KEY)) {
            // Fails only outside a page.
            window().location().reload().ok();
        }
    });
    on_cleanup(move || listener.remove());
}
