//! The focus when the focused button is about to be removed.

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;

/// Moves the focus from a button that is about to be removed to the panel around it, so that the tab
/// order continues from there.
pub fn focus_panel() {
    let button = document().active_element();
    let panel = button.and_then(|button| button.closest("section[tabindex]").ok().flatten());
    if let Some(panel) = panel.and_then(|panel| panel.dyn_into::<HtmlElement>().ok()) {
        // Cannot fail for an element of the page.
        drop(panel.focus());
    }
}
