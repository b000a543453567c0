//! What broke, in one line, and how to go on.

use client::play::EngineState;
use client::play::Event;
use leptos::prelude::*;

use super::erased_view::IntoWhole;
use super::memo::read;
use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;

/// Shown while the engine's worker is given up, or part of the page is missing.
#[component]
pub fn Troubles(play: PlayController) -> impl IntoView {
    let broken = read(play, |state| match &state.engine {
        EngineState::Failed(why) => Some(format!("The engine has stopped: {why}")),
        _ => None,
    });
    let lazy = use_lazy_parts();
    view! {
        {move || {
            broken.get().map(|why| trouble(why, Callback::new(move |()| play.dispatch(Event::RetryEngine))))
        }}
        {move || {
            let missing = || "A part of this page could not be loaded.".to_owned();
            lazy.has_failed().then(|| trouble(missing(), Callback::new(move |()| lazy.want())))
        }}
    }
    .into_whole()
}

fn trouble(what: String, again: Callback<()>) -> AnyView {
    view! {
        <div class="trouble" role="alert">
            <span>{what}</span>
            <button type="button" class="button quiet" on:click=move |_| again.run(())>
                "Try again"
            </button>
            <button type="button" class="button quiet" on:click=move |_| reload()>
                "Reload"
            </button>
        </div>
    }
    .into_whole()
}

fn reload() {
    // Refused only while the page is being left.
    window().location().reload().ok();
}
