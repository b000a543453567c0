//! A page whose content is a bundle of its own.

use leptos::prelude::*;
#[cfg(feature = "hydrate")]
use leptos::wasm_split::SplitLoaderError;

use crate::components::shared::erased_view::Erase;
use crate::components::{Header, static_html};

/// The content, once it is loaded.
#[cfg(feature = "hydrate")]
type Content = Result<Box<fn() -> AnyView>, SplitLoaderError>;

const LOADING: &str = "Loading\u{2026}";

/// The content of a page, which `load` brings. What stands there meanwhile is the server's: `skeleton`,
/// which says this and is no part of what the browser loads.
#[cfg(feature = "hydrate")]
pub fn lazy_page(
    load: fn() -> std::pin::Pin<Box<dyn Future<Output = Content>>>,
    skeleton: impl Fn(&'static str) -> AnyView + Copy + Send + 'static,
) -> AnyView {
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
            let loaded = load().await;
            state.try_set(loaded.map_or(LoadState::Failed, |part| LoadState::Loaded(*part)));
        });
    };
    Effect::new(move |_| load());
    let content = move || match state.get() {
        LoadState::FromServer => static_html("still", move || skeleton(LOADING)),
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
        .erase(),
    };
    view! { {content} }.erase()
}

/// On the server there is only the place for it.
#[cfg(not(feature = "hydrate"))]
pub fn lazy_page(skeleton: impl Fn(&'static str) -> AnyView + Copy + Send + 'static) -> AnyView {
    let content = move || static_html("still", move || skeleton(LOADING));
    view! { {content} }.erase()
}

/// The skeleton of a page of text: one line.
pub fn loading_line(text: &'static str) -> AnyView {
    view! {
        <p class="empty" role="status">
            {text}
        </p>
    }
    .erase()
}

/// A page of a heading and what is loaded beneath it.
pub fn titled_page(class: &'static str, heading: &'static str, content: AnyView) -> AnyView {
    view! {
        <Header />
        <main id="main" class=class>
            <h1>{heading}</h1>
            {content}
        </main>
    }
    .erase()
}
