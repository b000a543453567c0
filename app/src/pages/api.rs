//! The page about the HTTP API: `/api`.

use leptos::prelude::*;

use super::lazy_page::{lazy_page, loading_line};
use super::page_content::PageContent;
use crate::components::{Header, static_html};

/// An introduction and the API console.
#[component]
pub fn Api() -> impl IntoView {
    view! {
        <Header />
        <main id="main" class="api">
            {static_html("intro", intro)}
            {lazy_page(PageContent::Lab, loading_line)}
        </main>
    }
}

fn intro() -> impl IntoView {
    view! {
        <h1>"The engine over HTTP"</h1>
        <p>
            "The engine that plays here answers programs, too: moves, lines and scores, without key or cookie, from pages of any site. The same request limited by depth or positions has the same answer every time."
        </p>
        <p>
            "Scores are White\u{2019}s view, in hundredths of a pawn or moves to mate. Each visitor has an allowance of searched positions, which every answer tells; a refused request says why, which field is at fault, and when to come back. All of it is described in "
            <a href="/api/v1/openapi.json">"OpenAPI\u{a0}3.1"</a> "."
        </p>
    }
}
