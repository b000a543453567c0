//! A page whose content is a bundle of its own.

use leptos::prelude::*;
#[cfg(feature = "hydrate")]
use leptos::wasm_split::SplitLoaderError;

use crate::components::shared::erased_view::IntoWhole;
use crate::components::{Header, sent};

/// The content, once it is loaded.
#[cfg(feature = "hydrate")]
type Content = Result<Box<fn() -> AnyView>, SplitLoaderError>;

const LOADING: &str = "Loading\u{2026}";

/// The content of a page, which `load` brings. What stands there meanwhile is the server's: `skeleton`,
/// which says this and is no part of what the browser loads.
#[cfg(feature = "hydrate")]
pub fn late(
    load: fn() -> std::pin::Pin<Box<dyn Future<Output = Content>>>,
    skeleton: impl Fn(&'static str) -> AnyView + Copy + Send + 'static,
) -> AnyView {
    #[derive(Clone, Copy)]
    enum Stage {
        Sent,
        Again,
        There(fn() -> AnyView),
        Failed,
    }
    let stage = RwSignal::new(Stage::Sent);
    let load = move || {
        if matches!(stage.get_untracked(), Stage::Failed) {
            stage.set(Stage::Again);
        }
        leptos::task::spawn_local(async move {
            crate::platform::tasks::next_task().await;
            let loaded = load().await;
            stage.try_set(loaded.map_or(Stage::Failed, |part| Stage::There(*part)));
        });
    };
    Effect::new(move |_| load());
    let content = move || match stage.get() {
        Stage::Sent => sent("still", move || skeleton(LOADING)),
        Stage::Again => waiting(LOADING),
        Stage::There(part) => part(),
        Stage::Failed => view! {
            <p class="trouble broken" role="alert">
                "This page could not be loaded. "
                <button type="button" class="button quiet" on:click=move |_| load()>
                    "Try again"
                </button>
            </p>
        }
        .into_whole(),
    };
    view! { {content} }.into_whole()
}

/// On the server there is only the place for it.
#[cfg(not(feature = "hydrate"))]
pub fn late(skeleton: impl Fn(&'static str) -> AnyView + Copy + Send + 'static) -> AnyView {
    let content = move || sent("still", move || skeleton(LOADING));
    view! { {content} }.into_whole()
}

/// The skeleton of a page of words: one line.
pub fn waiting(words: &'static str) -> AnyView {
    view! {
        <p class="empty" role="status">
            {words}
        </p>
    }
    .into_whole()
}

/// A page of a heading and what is loaded beneath it.
pub fn headed(class: &'static str, heading: &'static str, content: AnyView) -> AnyView {
    view! {
        <Header />
        <main id="main" class=class>
            <h1>{heading}</h1>
            {content}
        </main>
    }
    .into_whole()
}
