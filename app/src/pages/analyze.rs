//! The page for looking into positions and games: `/analyze`.

use leptos::prelude::*;

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

/// The page's own part of the bundle, once it is here.
#[cfg(feature = "hydrate")]
fn content() -> impl IntoView {
    #[derive(Clone, Copy)]
    enum Stage {
        Loading,
        There(fn() -> AnyView),
        Failed,
    }
    let stage = RwSignal::new(Stage::Loading);
    let load = move || {
        stage.set(Stage::Loading);
        leptos::task::spawn_local(async move {
            let loaded = crate::later::load_analysis().await;
            stage.try_set(loaded.map_or(Stage::Failed, |part| Stage::There(*part)));
        });
    };
    let prefs = crate::prefs::use_prefs();
    Effect::new(move |_| {
        if let Some(kept) = crate::prefs::kept(prefs.get_untracked()) {
            prefs.set(kept);
        }
        load();
    });
    move || match stage.get() {
        Stage::Loading => skeleton("Loading\u{2026}").into_any(),
        Stage::There(part) => part(),
        Stage::Failed => view! {
            <p class="trouble broken" role="alert">
                "This page could not be loaded. "
                <button type="button" class="button quiet" on:click=move |_| load()>
                    "Try again"
                </button>
            </p>
        }
        .into_any(),
    }
}

#[cfg(not(feature = "hydrate"))]
fn content() -> impl IntoView {
    move || skeleton("Loading\u{2026}").into_any()
}

/// The place of the board.
fn skeleton(words: &'static str) -> impl IntoView {
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
}
