//! The theatre, `/theatre`: the tree of a search as a picture and as a film, beside the board.

mod bets;
mod board;
mod film_bar;
mod keys;
mod legend;
mod node_card;
mod outline;
mod setup_bar;
mod stage;
mod swatch;
mod switch_lab;
mod text;

use client::play::EngineState;
use client::theatre::TheatreEvent;
use leptos::prelude::*;

use self::bets::BetsPanel;
use self::board::TheatreBoard;
use self::film_bar::FilmBar;
use self::legend::Legend;
use self::node_card::NodeCard;
use self::outline::Outline;
use self::setup_bar::SetupBar;
use self::stage::Stage;
use self::switch_lab::SwitchLab;
use super::shared::notices::{NoticeBar, Notices};
use super::shared::offline_sign::offline_sign;
use super::side_effects::warnings::NO_NETWORK;
use crate::controllers::theatre::TheatreController;

/// The page below its heading.
pub fn theatre() -> AnyView {
    let theatre = TheatreController::new();
    swatch::provide_palette();
    let notices = Notices::provide();
    let lacks_network = theatre.read(|state| state.network.has_failed());
    Effect::new(move |_| {
        if lacks_network.get() {
            notices.show_once(NO_NETWORK);
        }
    });
    keys::listen(theatre);
    view! {
        <p class="lead">
            "Every position that the search visits, and why it went no further. Proofs are solid, bets are striped: a bet leaves out what would hardly matter, and can be wrong."
        </p>
        <div class="theatre-grid">
            <section class="panel stage-panel" data-panel="stage" aria-label="The tree">
                <SetupBar theatre />
                <EngineTrouble theatre />
                <Stage theatre />
                <FilmBar theatre />
            </section>
            <div class="theatre-side">
                <TheatreBoard theatre />
                <NodeCard theatre />
            </div>
            <Legend theatre />
            <div class="theatre-below">
                <Outline theatre />
                <BetsPanel theatre />
                <SwitchLab theatre />
            </div>
        </div>
        <NoticeBar notices />
        {offline_sign()}
    }
    .into_any()
}

/// A line where the engine cannot go on.
#[component]
fn EngineTrouble(theatre: TheatreController) -> impl IntoView {
    let reason = theatre.read(|state| match &state.engine {
        EngineState::Failed(message) => Some(message.clone()),
        _ => None,
    });
    move || {
        reason.get().map(|reason| {
            view! {
                <p class="trouble broken" role="alert" title=reason>
                    "The engine has stopped. "
                    <button
                        type="button"
                        class="button quiet"
                        on:click=move |_| theatre.dispatch(TheatreEvent::RetryEngine)
                    >
                        "Try again"
                    </button>
                </p>
            }
        })
    }
}
