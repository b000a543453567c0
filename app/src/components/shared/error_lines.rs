//! Error lines: what failed, and buttons to try again or reload.

use client::play::EngineState;
use client::play::PlayEvent;
use leptos::prelude::*;

use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;

/// Shown while the engine has stopped for good, or a bundle could not be loaded.
#[component]
pub fn ErrorLines(play: PlayController) -> impl IntoView {
    let broken = play.read(|state| match &state.engine {
        EngineState::Failed(why) => Some(format!("The engine has stopped: {why}")),
        _ => None,
    });
    let lazy = use_lazy_parts();
    view! {
        {move || {
            broken.get().map(|why| error_line(why, Callback::new(move |()| play.dispatch(PlayEvent::RetryEngine))))
        }}
        {move || {
            let missing = || "A part of this page could not be loaded.".to_owned();
            lazy.has_failed().then(|| error_line(missing(), Callback::new(move |()| lazy.want())))
        }}
    }
}

fn error_line(what: String, again: Callback<()>) -> AnyView {
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
    .into_any()
}

fn reload() {
    // Fails only while the page is being left.
    window().location().reload().ok();
}
