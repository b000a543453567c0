//! `document.cookie`.

use leptos::prelude::document;
use wasm_bindgen::JsCast;

use super::ignore::ignore_failure;

/// The text of `document.cookie`.
pub fn cookies() -> Option<String> {
    html_document()?.cookie().ok()
}

/// Sets a cookie, attributes included.
pub fn set_cookie(cookie: &str) {
    if let Some(document) = html_document() {
        ignore_failure("cookie refused", document.set_cookie(cookie));
    }
}

fn html_document() -> Option<web_sys::HtmlDocument> {
    document().dyn_into().ok()
}
