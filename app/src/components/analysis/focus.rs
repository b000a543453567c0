//! Where the keyboard goes on when a button is about to go.

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;

/// Gives the focus from a button that is about to go to the panel around it, so that the keyboard
/// goes on from there.
pub fn keep_focus() {
    let button = document().active_element();
    let panel = button.and_then(|button| button.closest("section[tabindex]").ok().flatten());
    if let Some(panel) = panel.and_then(|panel| panel.dyn_into::<HtmlElement>().ok()) {
        // Refused for nothing that is on the page.
        drop(panel.focus());
    }
}
