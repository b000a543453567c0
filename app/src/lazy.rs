//! What the page does not need to be shown and played on: a bundle of its own, loaded by the first
//! [`LazyParts::want`], that is when a drawer is opened or a game begins.

use std::pin::Pin;

use client::play::State;
use leptos::prelude::*;

use crate::controllers::play::PlayController;

/// Shows a part of the page.
pub type Part = fn(PlayController) -> AnyView;

/// The parts, each as the function that makes it.
#[derive(Clone, Copy)]
pub struct Parts {
    pub memory: Part,
    pub results: Part,
    pub transfer: Part,
    pub position: Part,
    pub engine_room: Part,
    /// What the network sees, above the board.
    pub network_overlay: Part,
    pub search_details: Part,
    pub move_box: Part,
    pub side_effects: Part,
    /// The dialog of preferences, shown while the signal says so.
    pub preferences: fn(RwSignal<bool>) -> AnyView,
    /// What the opening on the board is called, with its code.
    pub opening_name: fn(&State) -> String,
}

/// Loads the parts; nothing where they cannot be had now.
pub type LoadParts = fn() -> Pin<Box<dyn Future<Output = Option<Parts>>>>;

/// How far the bundle is.
#[derive(Clone, Copy)]
enum Stage {
    Unwanted,
    Loading,
    There(Parts),
    Failed,
}

/// The bundle, as a page sees it.
#[derive(Clone, Copy)]
pub struct LazyParts {
    stage: RwSignal<Stage>,
    load: LoadParts,
}

impl LazyParts {
    /// Not wanted yet; the page's components find them by [`use_lazy_parts`].
    pub fn provide(load: LoadParts) {
        let stage = RwSignal::new(Stage::Unwanted);
        provide_context(Self { stage, load });
    }

    /// The parts, once they are here.
    pub fn parts(self) -> Option<Parts> {
        match self.stage.get() {
            Stage::There(parts) => Some(parts),
            Stage::Unwanted | Stage::Loading | Stage::Failed => None,
        }
    }

    /// Whether they were wanted and could not be had.
    pub fn has_failed(self) -> bool {
        matches!(self.stage.get(), Stage::Failed)
    }

    /// Asks for the bundle; after a failure, again.
    pub fn want(self) {
        if matches!(self.stage.get_untracked(), Stage::Unwanted | Stage::Failed) {
            self.stage.set(Stage::Loading);
            leptos::task::spawn_local(async move {
                let parts = (self.load)().await;
                let stage = parts.map_or(Stage::Failed, Stage::There);
                self.stage.try_set(stage);
            });
        }
    }

    /// A part, or what there is to say until it is here.
    pub fn show(self, play: PlayController, part: fn(&Parts) -> Part) -> AnyView {
        match self.stage.get() {
            Stage::There(parts) => part(&parts)(play),
            Stage::Unwanted | Stage::Loading => {
                view! { <p class="empty">"Loading\u{2026}"</p> }.into_any()
            }
            Stage::Failed => view! {
                <p class="empty">"This part could not be loaded."</p>
                <button type="button" class="button quiet" on:click=move |_| self.want()>
                    "Try again"
                </button>
            }
            .into_any(),
        }
    }
}

/// The parts of this page.
pub fn use_lazy_parts() -> LazyParts {
    expect_context()
}
