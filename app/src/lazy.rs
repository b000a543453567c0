//! What the page does not need to be shown and played on: a bundle of its own, loaded by the first
//! [`LazyParts::want`], that is when a drawer is opened or a game begins.

use std::pin::Pin;

use client::play::State;
use leptos::prelude::*;

use crate::controllers::play::PlayController;

/// Shows a part of the page.
pub type PartView = fn(PlayController) -> AnyView;

/// The parts, each as the function that makes it.
#[derive(Clone, Copy)]
pub struct Parts {
    pub memory: PartView,
    pub results: PartView,
    pub transfer: PartView,
    pub position: PartView,
    pub engine_room: PartView,
    /// What the network sees, above the board.
    pub network_overlay: PartView,
    pub search_details: PartView,
    pub move_box: PartView,
    pub side_effects: PartView,
    /// The dialog of preferences, shown while the signal says so.
    pub preferences: fn(RwSignal<bool>) -> AnyView,
    /// What the opening on the board is called, with its code.
    pub opening_name: fn(&State) -> String,
}

/// Loads the parts; nothing where they cannot be had now.
pub type LoadParts = fn() -> Pin<Box<dyn Future<Output = Option<Parts>>>>;

/// How far the bundle is.
#[derive(Clone, Copy)]
enum BundleState {
    Idle,
    Loading,
    Loaded(Parts),
    Failed,
}

/// The bundle, as a page sees it.
#[derive(Clone, Copy)]
pub struct LazyParts {
    state: RwSignal<BundleState>,
    load: LoadParts,
}

impl LazyParts {
    /// Not wanted yet; the page's components find them by [`use_lazy_parts`].
    pub fn provide(load: LoadParts) {
        let state = RwSignal::new(BundleState::Idle);
        provide_context(Self { state, load });
    }

    /// The parts, once they are here.
    pub fn parts(self) -> Option<Parts> {
        match self.state.get() {
            BundleState::Loaded(parts) => Some(parts),
            BundleState::Idle | BundleState::Loading | BundleState::Failed => None,
        }
    }

    /// Whether they were wanted and could not be had.
    pub fn has_failed(self) -> bool {
        matches!(self.state.get(), BundleState::Failed)
    }

    /// Asks for the bundle; after a failure, again.
    pub fn want(self) {
        if matches!(
            self.state.get_untracked(),
            BundleState::Idle | BundleState::Failed
        ) {
            self.state.set(BundleState::Loading);
            leptos::task::spawn_local(async move {
                let parts = (self.load)().await;
                let state = parts.map_or(BundleState::Failed, BundleState::Loaded);
                self.state.try_set(state);
            });
        }
    }

    /// A part, or what there is to say until it is here.
    pub fn show(self, play: PlayController, part: fn(&Parts) -> PartView) -> AnyView {
        match self.state.get() {
            BundleState::Loaded(parts) => part(&parts)(play),
            BundleState::Idle | BundleState::Loading => {
                view! { <p class="empty">"Loading\u{2026}"</p> }.into_any()
            }
            BundleState::Failed => view! {
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
