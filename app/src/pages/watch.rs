//! `/watch`: the games under way, and a search as a film.

use leptos::prelude::*;

use super::PageContent;
use super::diagram::{Diagram, film};
use super::lazy_page::{lazy_page, loading_line, no_skeleton};
use crate::components::{Header, static_html};
use crate::routes::{ARENA, DOJO};

/// The search that is shown.
const SEARCH: Diagram = Diagram {
    fragment: "fen=r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8&mind=intuition&depth=8",
    caption: "A search of eight half-moves: each bar is a position that was visited, as wide as what lies below it. Striped bars are bets, solid ones proofs.",
};

/// The page.
pub fn watch() -> AnyView {
    view! {
        <Header />
        <main id="main" class="watch">
            <h1>"Watch"</h1>
            <section class="running" aria-labelledby="running-title">
                {static_html("section-head", games_head)}
                {lazy_page(PageContent::Live, loading_line)}
            </section>
            {static_html("search-section", search_section)}
            {static_html("search-section", tournaments_section)}
            {static_html("search-section", dojo_section)}
            {lazy_page(PageContent::Theatre, no_skeleton)}
        </main>
    }
    .into_any()
}

fn games_head() -> impl IntoView {
    view! {
        <h2 id="running-title">"Games under way"</h2>
        <a href="/live">"Play live"</a>
        <a href="/play#white=calculator.6.standard&black=explorer.6.standard">"Have two minds play"</a>
    }
}

fn tournaments_section() -> impl IntoView {
    view! {
        <section aria-labelledby="tournaments-title">
            <div class="section-head">
                <h2 id="tournaments-title">"Tournaments"</h2>
                <a href=ARENA>"Hold a tournament"</a>
            </div>
            <p>
                "Let two to eight players meet in your browser, each with its level, without parts of its search, or by a file of your own. The table says who is stronger, by how much, and how sure that is; “"
                <a href=ARENA>"What is null move worth?"</a>
                "” is one press there."
            </p>
        </section>
    }
}

fn dojo_section() -> impl IntoView {
    view! {
        <section aria-labelledby="dojo-title">
            <div class="section-head">
                <h2 id="dojo-title">"The dojo"</h2>
                <a href=DOJO>"Raise a network"</a>
            </div>
            <p>
                "Watch a mind grow from nothing: it plays against itself, learns from its games, and in some minutes it beats the lower levels. It is yours."
            </p>
        </section>
    }
}

fn search_section() -> impl IntoView {
    view! {
        <section aria-labelledby="search-title">
            <div class="section-head">
                <h2 id="search-title">"A mind at work"</h2>
                <a href="/theatre">"The theatre, with your own position"</a>
                <a href="/learn#tours">"Five tours"</a>
            </div>
            {film(SEARCH)}
        </section>
    }
}
