//! The page for looking into positions and games: `/analyze`.

use leptos::prelude::*;

use super::late::late;
use crate::components::Header;
use crate::components::whole::IntoWhole;

/// What the server sends is a board without pieces: only the browser knows what is to be looked at.
#[component]
pub fn Analyze() -> impl IntoView {
    view! {
        <Header />
        <h1 class="visually-hidden">"Analyze a chess game or position"</h1>
        <main>{content()}</main>
    }
    .into_whole()
}

fn content() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    return late(|| Box::pin(crate::later::load_analysis()), skeleton);
    #[cfg(not(feature = "hydrate"))]
    late(skeleton)
}

/// The place of the board.
fn skeleton(words: &'static str) -> AnyView {
    view! {
        <div class="play analysis">
            <section class="table" aria-label="Board">
                <div class="opponent">
                    <div class="seat"></div>
                </div>
                <div class="board-frame skeleton" role="status">
                    <span class="visually-hidden">{words}</span>
                </div>
            </section>
        </div>
    }
    .into_whole()
}
