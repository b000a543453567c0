//! What the page needs only when it is asked for, in a bundle of its own (`later`): everything that
//! only [`Parts`] reaches is split off and loaded by the first [`Later::want`].

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use crate::components::drawers;
use crate::session::Session;

/// Shows a part of the page.
pub type Part = fn(Session) -> AnyView;

/// The parts, each as the function that makes it.
#[derive(Clone, Copy)]
pub struct Parts {
    pub memory: Part,
    pub results: Part,
    pub transfer: Part,
}

/// Loads the bundle, the first time.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[wasm_split(later, wasm_split_path = leptos::wasm_split, fallible)]
fn load() -> Result<Box<Parts>, SplitLoaderError> {
    Ok(Box::new(Parts {
        memory: drawers::memory,
        results: drawers::results,
        transfer: drawers::transfer,
    }))
}

/// How far the bundle is.
#[derive(Clone, Copy)]
enum Stage {
    Unwanted,
    Loading,
    There(Parts),
    Failed,
}

/// The bundle, as one component sees it.
#[derive(Clone, Copy)]
pub struct Later(RwSignal<Stage>);

impl Later {
    /// Not wanted yet.
    pub fn new() -> Later {
        Later(RwSignal::new(Stage::Unwanted))
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
