//! What stands in for a page that cannot be had without a network; the service worker keeps it.

use leptos::prelude::*;

use super::{ANALYZE, PLAY};
use crate::components::Brand;

/// Says what works without a network, and leads there.
#[component]
pub fn Offline() -> impl IntoView {
    view! {
        <header class="site-header">
            <Brand />
        </header>
        <main class="lost">
            <h1>"You are offline"</h1>
            <p>"This page needs the server. Playing and analysis work without it."</p>
            <a class="button primary" href=PLAY>
                "Play"
            </a>
            <a class="button" href=ANALYZE>
                "Analyze"
            </a>
            <a class="button" href="/guide">
                "Guide"
            </a>
        </main>
    }
}
