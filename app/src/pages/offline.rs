//! The offline page, which the service worker shows in place of pages that need the server.

use leptos::prelude::*;

use crate::components::Header;
use crate::routes::{ANALYZE, ENDGAMES, LEARN, PLAY};

/// Links to the pages that work offline.
#[component]
pub fn Offline() -> impl IntoView {
    view! {
        <Header />
        <main id="main" class="lost">
            <h1>"You are offline"</h1>
            <p>"This page needs the server. Playing, analysis and the course of endings work without it."</p>
            <a class="button primary" href=PLAY>
                "Play"
            </a>
            <a class="button" href=ANALYZE>
                "Analyze"
            </a>
            <a class="button" href=ENDGAMES>
                "Endgames"
            </a>
            <a class="button" href=LEARN>
                "Learn"
            </a>
        </main>
    }
}
