//! Markup that only the server renders: hydration keeps it, and the bundle does not contain it.

use leptos::prelude::*;

/// A `<div>` of this class with `markup`, which is static.
pub fn static_html<V: IntoView + 'static>(
    class: &'static str,
    markup: impl FnOnce() -> V + 'static,
) -> AnyView {
    if cfg!(feature = "ssr") {
        view! { <div class=class>{markup()}</div> }.into_any()
    } else {
        view! { <div class=class inner_html=""></div> }.into_any()
    }
}
