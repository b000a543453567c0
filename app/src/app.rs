//! The application's root: contexts, and the page that the address asks for.

use leptos::prelude::*;

use crate::lazy::LazyParts;
use crate::pages::{
    Analyze, Api, NotFound, PageContent, Play, endgames, game, load_parts, text_page, titled_page,
    tour, train, watch,
};
use crate::preferences::use_prefs;
use crate::routes::Page;

/// Everything inside `<body>`.
///
/// Links lead to new documents. `leptos_router` 0.9 with these pages as its routes made the first
/// visit 366 KB in place of 324 KB (brotli), and moving from the playing page to the analysis still
/// replaced the worker, hash table and all, because each page's controller owns its own.
#[component]
pub fn App() -> impl IntoView {
    let prefs = use_prefs();
    // The server writes these for the first paint; this effect updates them.
    Effect::new(move |_| {
        if let Some(root) = document().document_element() {
            for (attribute, value) in prefs.get().root_attributes() {
                root.set_attribute(attribute, value).ok();
            }
        }
    });
    LazyParts::provide(load_parts);
    let page = Page::here();
    // The playing page does this itself, since its game's settings depend on it.
    if page != Page::Play {
        Effect::new(move |_| {
            if let Some(kept) = crate::preferences::kept(prefs.get_untracked()) {
                prefs.set(kept);
            }
        });
    }
    match page {
        Page::Play => view! { <Play /> }.into_any(),
        Page::Analyze => view! { <Analyze /> }.into_any(),
        Page::Api => view! { <Api /> }.into_any(),
        Page::Me => titled_page("me", "Me", PageContent::Account),
        Page::Theatre => titled_page("theatre", "The theatre", PageContent::Theatre),
        Page::Arena => titled_page("long-run arena", "Tournaments", PageContent::Lab),
        Page::Dojo => titled_page("long-run dojo", "The dojo", PageContent::Lab),
        Page::Watch => watch(),
        Page::Endgames => endgames(),
        page @ (Page::Train | Page::Openings) => train(page),
        Page::Tour => tour(),
        Page::Live => titled_page("lobby", "Play live", PageContent::Live),
        page @ (Page::Game | Page::Embed) => game(page),
        Page::Characters | Page::Learn | Page::Privacy | Page::Offline => text_page(page),
        Page::NotFound => view! { <NotFound /> }.into_any(),
    }
}
