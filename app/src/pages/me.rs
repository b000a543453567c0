//! The visitor's own page: `/me`.

use leptos::prelude::*;

use super::late::late;
use crate::components::Header;
use crate::components::whole::IntoWhole;

/// A heading; what is beneath it depends on who asks.
#[component]
pub fn Me() -> impl IntoView {
    view! {
        <Header />
        <main class="me">
            <h1>"Me"</h1>
            {content()}
        </main>
    }
    .into_whole()
}

fn content() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    return late(|| Box::pin(crate::later::load_me()), skeleton);
    #[cfg(not(feature = "hydrate"))]
    late(skeleton)
}

fn skeleton(words: &'static str) -> AnyView {
    view! {
        <p class="empty" role="status">
            {words}
        </p>
    }
    .into_whole()
}
