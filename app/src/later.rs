//! What the page does not need to be shown and played on, in bundles of their own: everything that
//! only [`Parts`] reaches (`later`), loaded by the first [`Later::want`], that is when a drawer is
//! opened or a game begins; and what only other pages are made of (`analysis`, `try_it`,
//! `me`, `live`).

use std::pin::Pin;

use client::play::State;
use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wire::{
    BackendError, FinishedGame, StrategyTally,
    visitor::learners::{SyncRequest, SyncResponse},
};

use crate::components::{
    background, drawers, engine_room, move_box, opening_name, preferences, seen, thoughts,
};
use crate::server_fns;
use crate::session::Session;

/// Shows a part of the page.
pub type Part = fn(Session) -> AnyView;
/// What the server answers about the visitor's results.
type Tallies = Answer<Vec<StrategyTally>>;
/// What the server answers, once it has.
type Answer<T> = Pin<Box<dyn Future<Output = Result<T, BackendError>>>>;

/// The parts, each as the function that makes it.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only a browser sends games.
pub struct Parts {
    pub memory: Part,
    pub results: Part,
    pub transfer: Part,
    pub position: Part,
    pub engine_room: Part,
    /// What the network sees, above the board.
    pub seen: Part,
    pub thoughts: Part,
    pub move_box: Part,
    pub background: Part,
    /// The dialog of preferences, shown while the signal says so.
    pub preferences: fn(RwSignal<bool>) -> AnyView,
    /// What the opening on the board is called, with its code.
    pub opening_name: fn(&State) -> String,
    /// Sends a finished game.
    pub record_game: fn(FinishedGame) -> Tallies,
    /// Asks for the visitor's results.
    pub results_so_far: fn() -> Tallies,
    /// Tells the server what was done to the learner here, and asks what it is now.
    pub sync_learner: fn(SyncRequest) -> Answer<SyncResponse>,
}

/// Loads the bundle, the first time.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[wasm_split(later, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load() -> Result<Box<Parts>, SplitLoaderError> {
    Ok(Box::new(Parts {
        memory: drawers::memory,
        results: drawers::results,
        transfer: drawers::transfer,
        position: drawers::position,
        engine_room,
        seen,
        thoughts,
        move_box,
        background,
        preferences,
        opening_name,
        record_game: |game| Box::pin(server_fns::record_game(game)),
        results_so_far: || Box::pin(server_fns::results()),
        sync_learner: |meeting| Box::pin(server_fns::sync_learner(meeting)),
    }))
}

/// Loads what only the page of the API needs.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[cfg(feature = "hydrate")]
#[wasm_split(try_it, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load_try_it() -> Result<Box<fn() -> AnyView>, SplitLoaderError> {
    Ok(Box::new(crate::components::try_it))
}

/// Loads what only the page for analysis needs.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[cfg(feature = "hydrate")]
#[wasm_split(analysis, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load_analysis() -> Result<Box<fn() -> AnyView>, SplitLoaderError> {
    Ok(Box::new(crate::components::analysis))
}

/// Loads what only the visitor's own page needs.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[cfg(feature = "hydrate")]
#[wasm_split(me, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load_me() -> Result<Box<fn() -> AnyView>, SplitLoaderError> {
    Ok(Box::new(crate::components::me))
}

/// Loads what only games that have an address, and the lobby, need.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[cfg(feature = "hydrate")]
#[wasm_split(live, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load_game() -> Result<Box<fn() -> AnyView>, SplitLoaderError> {
    Ok(Box::new(crate::components::live::here))
}

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
pub struct Later(RwSignal<Stage>);

impl Later {
    /// Not wanted yet; the page's components find it by [`use_later`].
    pub fn provide() -> Later {
        let later = Later(RwSignal::new(Stage::Unwanted));
        provide_context(later);
        later
    }

    /// The parts, once they are here.
    pub fn parts(self) -> Option<Parts> {
        match self.0.get() {
            Stage::There(parts) => Some(parts),
            Stage::Unwanted | Stage::Loading | Stage::Failed => None,
        }
    }

    /// Whether they were wanted and could not be had.
    pub fn has_failed(self) -> bool {
        matches!(self.0.get(), Stage::Failed)
    }

    /// Asks for the bundle; after a failure, again.
    pub fn want(self) {
        if matches!(self.0.get_untracked(), Stage::Unwanted | Stage::Failed) {
            self.0.set(Stage::Loading);
            leptos::task::spawn_local(async move {
                let stage = load()
                    .await
                    .map_or(Stage::Failed, |parts| Stage::There(*parts));
                self.0.try_set(stage);
            });
        }
    }

    /// A part, or what there is to say until it is here.
    pub fn show(self, session: Session, part: fn(&Parts) -> Part) -> AnyView {
        match self.0.get() {
            Stage::There(parts) => part(&parts)(session),
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

/// The bundle of this page.
pub fn use_later() -> Later {
    // Outside of a page there is nothing to wait for.
    use_context().unwrap_or_else(Later::provide)
}
