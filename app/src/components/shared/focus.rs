//! Moving the focus.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::platform::timers::request_animation_frame;

/// Focuses the element with this id in the next frame.
pub fn focus(id: &str) {
    let id = id.to_owned();
    request_animation_frame(move || {
        let element = document().get_element_by_id(&id);
        if let Some(element) = element.and_then(|element| element.dyn_into().ok()) {
            let element: web_sys::HtmlElement = element;
            // Fails only for a removed element.
            element.focus().ok();
        }
    });
}
