//! The thinking panel. Its content, `search_details`, is a lazy part.

use client::play::GameStatus;
use client::play::Players;
use leptos::prelude::*;

use crate::components::shared::icons::Icon;
use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;

/// A corner of a board with candidate arrows, and three depths of a search.
const PICTURE: &str = include_str!("first_picture.html");

/// The text between two people.
pub const PEOPLE: &str = "Between two players I keep my thoughts to myself. The bar beside the board \
                          shows who stands better.";

/// The panel, of fixed height; a sheet on a phone.
#[component]
pub fn ThinkingPanel(play: PlayController, sheet: RwSignal<bool>) -> impl IntoView {
    let lazy = use_lazy_parts();
    let aside = play.read(|state| match state.status() {
        GameStatus::Thinking { slowed: true } => "slowed down",
        GameStatus::Thinking { .. } => "live",
        GameStatus::EngineStarting => "waking up",
        _ => "",
    });
    // Before the first move a picture shows what the panel is for.
    let unused = play.read(|state| !state.has_begun());
    let invitation = play.read(|state| match state.players {
        Players::Engine { .. } | Players::TwoEngines => {
            "While I think, the moves that I consider appear as arrows on the board, and here \
             each depth that I reach, with my best line."
        }
        Players::TwoPeople => PEOPLE,
    });
    let picture = move || {
        let shown = unused.get() && invitation.get() != PEOPLE;
        shown.then(|| {
            view! { <div class="first-picture figures" aria-hidden="true" inner_html=PICTURE></div> }
        })
    };
    view! {
        <section
            class="panel thinking sheet"
            class:open=sheet
            data-panel="thinking"
            aria-label="Thinking"
        >
            <div class="panel-head">
                <h2>"Thinking"</h2>
                <span class="aside">{move || aside.get()}</span>
                <button
                    type="button"
                    class="icon-button sheet-close"
                    aria-label="Close thinking"
                    on:click=move |_| sheet.set(false)
                >
                    {Icon::Close.draw()}
                </button>
            </div>
            {move || match lazy.parts().filter(|_| !unused.get()) {
                Some(parts) => (parts.search_details)(play),
                None => view! {
                    <p class="why invitation">{invitation.get()}</p>
                    {picture()}
                }
                .into_any(),
            }}
        </section>
    }
}
