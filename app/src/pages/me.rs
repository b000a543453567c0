//! The visitor's own page: `/me`.

use leptos::prelude::*;

use super::late::{late, waiting};
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
    return late(|| Box::pin(crate::later::load_me()), waiting);
    #[cfg(not(feature = "hydrate"))]
    late(waiting)
}
