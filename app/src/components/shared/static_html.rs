//! Markup that is the server's alone: the browser leaves it as it came, and need not know it.

use leptos::prelude::*;

use super::erased_view::IntoWhole;

/// A `<div>` of this class, with what `markup` makes of it on the server. Nothing in it lives.
pub fn sent<V: IntoView + 'static>(
    class: &'static str,
    markup: impl FnOnce() -> V + 'static,
) -> AnyView {
    #[cfg(feature = "ssr")]
    let view = view! { <div class=class>{markup()}</div> };
    #[cfg(not(feature = "ssr"))]
    let view = {
        drop(markup);
        view! { <div class=class inner_html=""></div> }
    };
    view.into_whole()
}
