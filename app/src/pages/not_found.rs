//! The page for unknown addresses.

use leptos::prelude::*;

use crate::components::{Header, static_html};

/// Sets status 404, and links to the board.
#[component]
pub fn NotFound() -> impl IntoView {
    #[cfg(feature = "ssr")]
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    view! {
        <Header />
        <main id="main">{static_html("lost", not_found)}</main>
    }
}

fn not_found() -> impl IntoView {
    view! {
        <div class="empty-square" aria-hidden="true">
            <i></i>
            <i></i>
            <i></i>
            <i></i>
        </div>
        <h1>"This square is empty"</h1>
        <p>"404: there is no page at this address."</p>
        <a class="button primary" href="/">
            "Back to the board"
        </a>
    }
}
