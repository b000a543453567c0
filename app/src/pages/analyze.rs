//! The page for looking into positions and games: `/analyze`.

use leptos::prelude::*;

use super::lazy_page::late;
use crate::components::Header;
use crate::components::shared::analysis_skeleton::analysis_skeleton;
use crate::components::shared::erased_view::IntoWhole;

/// What the server sends is the start position: only the browser knows what is to be looked at.
#[component]
pub fn Analyze() -> impl IntoView {
    view! {
        <Header />
        <main id="main">
            <h1 class="visually-hidden">"Analyze a chess game or position"</h1>
            {content()}
        </main>
    }
    .into_whole()
}

fn content() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    return late(
        || Box::pin(super::bundles::load_analysis()),
        analysis_skeleton,
    );
    #[cfg(not(feature = "hydrate"))]
    late(analysis_skeleton)
}
