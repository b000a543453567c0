//! The page with the board: `/` and `/play`.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::components::board::Board;

/// A playable board at once.
#[component]
pub fn Play() -> impl IntoView {
    view! {
        <Title text="Ponder: chess that thinks in the open" />
        <main class="play">
            <Board />
        </main>
    }
}
