//! The lazy parts of the playing page: a bundle with what the first paint and the first move do not
//! need. The first [`LazyParts::want`] loads it, when a drawer is opened or a game begins.

use std::pin::Pin;

use client::play::PlayState;
use leptos::prelude::*;

use crate::controllers::play::PlayController;

/// The view function of a part.
pub type PartView = fn(PlayController) -> AnyView;

/// The bundle's functions.
#[derive(Clone, Copy)]
pub struct Parts {
    pub memory: PartView,
    pub results: PartView,
    pub transfer: PartView,
    pub position: PartView,
    pub engine_room: PartView,
    /// What lies above the board: the network's view, and the moves that were seen.
    pub board_overlays: PartView,
    pub search_details: PartView,
    pub move_box: PartView,
    pub side_effects: PartView,
    /// The preferences dialog, shown while the signal is true.
    pub preferences: fn(RwSignal<bool>) -> AnyView,
    /// The ECO code and name of the opening on the board.
    pub opening_name: fn(&PlayState) -> String,
}

/// Loads the parts; `None` on failure.
pub type LoadParts = fn() -> Pin<Box<dyn Future<Output = Option<Parts>>>>;

/// The state of the bundle.
#[derive(Clone, Copy)]
enum BundleState {
    Idle,
    Loading,
    Loaded(Parts),
    Failed,
}

/// The bundle's handle, in the context of a page.
#[derive(Clone, Copy)]
pub struct LazyParts {
    state: RwSignal<BundleState>,
    load: LoadParts,
}

impl LazyParts {
    /// Provides the handle; components get it by [`use_lazy_parts`].
    pub fn provide(load: LoadParts) {
        let state = RwSignal::new(BundleState::Idle);
        provide_context(Self { state, load });
    }

    /// The parts, once they are loaded.
    pub fn parts(self) -> Option<Parts> {
        match self.state.get() {
            BundleState::Loaded(parts) => Some(parts),
            BundleState::Idle | BundleState::Loading | BundleState::Failed => None,
        }
    }

    /// Whether loading has failed.
    pub fn has_failed(self) -> bool {
        matches!(self.state.get(), BundleState::Failed)
    }

    /// Loads the bundle, again after a failure.
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

    /// A part, or the state of its loading.
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
