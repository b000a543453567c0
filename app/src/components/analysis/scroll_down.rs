//! Scrolls down to what a page was opened for.

use leptos::prelude::document;

/// Scrolls to an element by its selector if it begins below what is in view.
pub fn scroll_down_to(selector: &str) {
    let Ok(Some(element)) = document().query_selector(selector) else {
        return;
    };
    let height = document()
        .document_element()
        .map(|root| root.client_height());
    if element.get_bounding_client_rect().top() >= height.map_or(f64::MAX, f64::from) {
        element.scroll_into_view();
    }
}
