//! Pages whose content is a lazy bundle.

use leptos::prelude::*;

#[cfg(feature = "hydrate")]
use super::content_bundles::load_content;
use super::page_content::PageContent;
use crate::components::{Header, static_html};

const LOADING: &str = "Loading\u{2026}";

/// The content of a page from a lazy bundle. Until it is loaded the server's `skeleton` stays, which
/// the browser's bundle does not contain.
///
/// Compiled once, not once per skeleton.
pub fn lazy_page(content: PageContent, skeleton: fn(&'static str) -> AnyView) -> AnyView {
    // Elsewhere nothing refers to it.
    let skeleton = cfg!(feature = "ssr").then_some(skeleton);
    #[derive(Clone, Copy)]
    enum LoadState {
        FromServer,
        Retrying,
        Loaded(fn() -> AnyView),
        Failed,
    }
    let state = RwSignal::new(LoadState::FromServer);
    let load = move || {
        if matches!(state.get_untracked(), LoadState::Failed) {
            state.set(LoadState::Retrying);
        }
        leptos::task::spawn_local(async move {
            crate::platform::tasks::next_task().await;
            let loaded = load_content(content).await;
            wait_for_release().await;
            state.try_set(loaded.map_or(LoadState::Failed, LoadState::Loaded));
        });
    };
    Effect::new(move |_| load());
    let content = move || match state.get() {
        LoadState::FromServer => {
            static_html("still", move || skeleton.map(|skeleton| skeleton(LOADING)))
        }
        LoadState::Retrying => loading_line(LOADING),
        LoadState::Loaded(part) => part(),
        LoadState::Failed => view! {
            <p class="trouble broken" role="alert">
                "This page could not be loaded. "
                <button type="button" class="button quiet" on:click=move |_| load()>
                    "Try again"
                </button>
            </p>
        }
        .into_any(),
    };
    view! { {content} }.into_any()
}

/// Waits until nothing of the still content is pressed: what is replaced between a press and its
/// release hears no click.
#[cfg(feature = "hydrate")]
async fn wait_for_release() {
    const STEP: std::time::Duration = std::time::Duration::from_millis(30);
    let is_pressed = || matches!(document().query_selector(".still :active"), Ok(Some(_)));
    while is_pressed() {
        crate::platform::tasks::wait(STEP).await;
    }
}

#[cfg(not(feature = "hydrate"))]
async fn wait_for_release() {}

/// The server renders only the skeleton.
#[cfg(not(feature = "hydrate"))]
async fn load_content(_content: PageContent) -> Option<fn() -> AnyView> {
    None
}

/// The skeleton of content that is added to a page of text: none.
pub fn no_skeleton(_: &'static str) -> AnyView {
    ().into_any()
}

/// The skeleton of a text page: one line.
pub fn loading_line(text: &'static str) -> AnyView {
    view! {
        <p class="empty" role="status">
            {text}
        </p>
    }
    .into_any()
}

/// A page with a heading and lazy content.
pub fn titled_page(class: &'static str, heading: &'static str, content: PageContent) -> AnyView {
    view! {
        <Header />
        <main id="main" class=class>
            <h1>{heading}</h1>
            {lazy_page(content, loading_line)}
        </main>
    }
    .into_any()
}
