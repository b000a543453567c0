//! Games with others: `/live`.

use leptos::prelude::*;

use super::late::{late, waiting};
use crate::components::Header;
use crate::components::whole::IntoWhole;

/// A heading; who waits beneath it changes by the minute.
#[component]
pub fn Live() -> impl IntoView {
    view! {
        <Header />
        <main class="lobby">
            <h1>"Play live"</h1>
            {content()}
        </main>
    }
    .into_whole()
}

fn content() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    return late(|| Box::pin(crate::later::load_game()), waiting);
    #[cfg(not(feature = "hydrate"))]
    late(waiting)
}
