//! Scrolls back to what was pressed for.

use leptos::prelude::document;

/// Scrolls to an element by its selector if less than half of it is in view, above.
pub fn scroll_back_to(selector: &str) {
    let Ok(Some(element)) = document().query_selector(selector) else {
        return;
    };
    let place = element.get_bounding_client_rect();
    if place.bottom() < place.height() / 2.0 {
        element.scroll_into_view();
    }
}
