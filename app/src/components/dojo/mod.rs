//! The dojo, `/dojo`: raise a network of your own, from nothing.

mod controls;
mod insights;
mod practice;
mod setup;
mod share;
mod shared_network;
mod strength;
mod teach;
mod text;

use client::dojo::DojoStage;
use leptos::prelude::*;

use self::controls::Controls;
use self::insights::Insights;
use self::practice::Practice;
use self::setup::Setup;
use self::shared_network::SharedNetwork;
use self::strength::StrengthCurve;
use super::shared::focus::focus;
use super::shared::offline_sign::offline_sign;
use crate::controllers::dojo::DojoController;

/// The id of the panel that is shown.
const PANEL: &str = "dojo-panel";

/// The page below its heading.
pub fn dojo() -> AnyView {
    let dojo = DojoController::new();
    let shown = dojo.read(|state| (state.stage, state.training.is_some()));
    // What was pressed to come here is gone: the focus goes to the panel that has come.
    Effect::new(move |before: Option<(DojoStage, bool)>| {
        let now = shown.get();
        if before.is_some_and(|before| before.0 == DojoStage::Ready && before != now) {
            focus(PANEL);
        }
        now
    });
    let content = move || {
        match shown.get() {
        (DojoStage::Loading, _) => view! {
            <p class="empty" role="status">
                "Loading\u{2026}"
            </p>
        }
        .into_any(),
        (DojoStage::OpenElsewhere, _) => view! {
            <p class="trouble" role="status">
                "The dojo of this browser is open in another tab. It comes here when that tab is closed."
            </p>
        }
        .into_any(),
        (DojoStage::Ready, false) => view! {
            <section class="panel dojo-setup" data-panel="setup" id=PANEL tabindex="-1" aria-label="A new network">
                <Setup dojo />
            </section>
        }
        .into_any(),
        (DojoStage::Ready, true) => training(dojo),
    }
    };
    view! {
        <p class="lead">
            "Raise a chess mind from nothing. It knows the rules and no more; it plays against itself, learns from its games and grows stronger while you look on. All of it happens in this browser, with or without a connection."
        </p>
        <SharedNetwork dojo />
        <Trouble dojo />
        {content}
        {offline_sign()}
    }
    .into_any()
}

/// A training, from its beginning on.
fn training(dojo: DojoController) -> AnyView {
    view! {
        <div class="dojo-grid">
            <section class="panel" data-panel="training" id=PANEL tabindex="-1" aria-label="The training">
                <Controls dojo />
                <StrengthCurve dojo />
            </section>
            <Practice dojo />
            <Insights dojo />
        </div>
    }
    .into_any()
}

/// What stands in the way.
#[component]
fn Trouble(dojo: DojoController) -> impl IntoView {
    let trouble = dojo.read(|state| state.trouble.clone());
    let unstored = dojo.read(|state| state.storage_error.clone());
    let alert = |text: String| {
        view! {
            <p class="trouble" role="alert">
                {text}
            </p>
        }
    };
    move || {
        let unstored = unstored.get().map(|reason| {
            format!("The browser\u{2019}s storage fails ({reason}): what is learnt may be lost when the page is closed. A network can be saved as a file.")
        });
        (trouble.get().map(alert), unstored.map(alert))
    }
}
