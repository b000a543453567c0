//! What stands in for a page that cannot be had without a network; the service worker keeps it.

use leptos::prelude::*;

use crate::components::Header;
use crate::routes::{ANALYZE, GUIDE, PLAY};

/// Says what works without a network, and leads there.
#[component]
pub fn Offline() -> impl IntoView {
    view! {
        <Header />
        <main id="main" class="lost">
            <h1>"You are offline"</h1>
            <p>"This page needs the server. Playing and analysis work without it."</p>
            <a class="button primary" href=PLAY>
                "Play"
            </a>
            <a class="button" href=ANALYZE>
                "Analyze"
            </a>
            <a class="button" href=GUIDE>
                "Guide"
            </a>
        </main>
    }
}
