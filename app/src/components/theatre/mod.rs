//! The theatre, `/theatre`: the tree of a search as a picture and as a film, beside the board. Other
//! pages have parts of it as `diagrams`.

mod bets;
mod board;
mod diagrams;
mod explorer;
mod figure_list;
mod film_bar;
mod keys;
mod legend;
mod node_card;
mod outline;
mod setup_bar;
mod side_by_side;
mod stage;
mod swatch;
mod switch_lab;
mod text;
mod textbook;

pub use self::diagrams::diagrams;

use client::play::EngineState;
use client::theatre::TheatreEvent;
use leptos::prelude::*;

use self::bets::BetsPanel;
use self::board::TheatreBoard;
use self::explorer::{Candidates, MoveCard, TreeList};
use self::film_bar::FilmBar;
use self::legend::Legend;
use self::node_card::NodeCard;
use self::outline::Outline;
use self::setup_bar::SetupBar;
use self::side_by_side::SideBySide;
use self::stage::Stage;
use self::switch_lab::SwitchLab;
use self::textbook::Textbook;
use super::shared::lazy_content::build_queue::BuildQueue;
use super::shared::notices::{NoticeBar, Notices};
use super::shared::offline_sign::offline_sign;
use super::side_effects::warnings::NO_NETWORK;
use crate::controllers::theatre::{TheatreController, version};

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
    // Each part in a task of its own: together they would be a long one.
    let queue = BuildQueue::begin();
    let part = move |part: fn(TheatreController) -> AnyView| {
        queue.next(|| ().into_any(), move || part(theatre))
    };
    let setup_bar = part(|theatre| view! { <SetupBar theatre /> }.into_any());
    let stage = part(stage);
    let film_bar = part(|theatre| view! { <FilmBar theatre /> }.into_any());
    let board = part(|theatre| view! { <TheatreBoard theatre /> }.into_any());
    let card = part(card);
    let legend = part(legend);
    let lists = part(lists);
    let minds = part(|theatre| view! { <SideBySide theatre /> }.into_any());
    view! {
        <p class="lead">
            "Every position that the search visits, and why it went no further. Proofs are solid, bets are striped: a bet leaves out what would hardly matter, and can be wrong."
        </p>
        <div class="theatre-grid">
            <section class="panel stage-panel" data-panel="stage" aria-label="The tree">
                {setup_bar}
                <EngineTrouble theatre />
                <OtherVersion theatre />
                {stage}
                {film_bar}
            </section>
            <div class="theatre-side">{board} {card}</div>
            {legend}
            <div class="theatre-below">{lists} {minds}</div>
        </div>
        <NoticeBar notices />
        {offline_sign()}
    }
    .into_any()
}

/// Whether a tree search is on the stage, which is shown in another way.
fn explores(theatre: TheatreController) -> Memo<bool> {
    theatre.read(|state| state.explored.is_some())
}

/// The picture.
fn stage(theatre: TheatreController) -> AnyView {
    let explores = explores(theatre);
    (move || match explores.get() {
        true => view! { <Candidates theatre /> }.into_any(),
        false => view! { <Stage theatre /> }.into_any(),
    })
    .into_any()
}

/// What is known of the node that is shown.
fn card(theatre: TheatreController) -> AnyView {
    let explores = explores(theatre);
    (move || match explores.get() {
        true => view! { <MoveCard theatre /> }.into_any(),
        false => view! { <NodeCard theatre /> }.into_any(),
    })
    .into_any()
}

/// The colours of the picture; a tree search has none.
fn legend(theatre: TheatreController) -> AnyView {
    let explores = explores(theatre);
    (move || (!explores.get()).then(|| view! { <Legend theatre /> })).into_any()
}

/// The lists below the picture.
fn lists(theatre: TheatreController) -> AnyView {
    let explores = explores(theatre);
    (move || match explores.get() {
        true => view! { <TreeList theatre /> }.into_any(),
        false => view! {
            <Textbook theatre />
            <Outline theatre />
            <BetsPanel theatre />
            <SwitchLab theatre />
        }
        .into_any(),
    })
    .into_any()
}

/// A line where a link was made by another engine or network, whose tree was another one.
#[component]
fn OtherVersion(theatre: TheatreController) -> impl IntoView {
    let made_by = theatre.read(|state| {
        let here = version(state);
        let made_by = state.link_version.clone();
        let is_known = match state.uses_sites_network() {
            true => !state.network.is_pending(),
            false => state.summary.is_some(),
        };
        made_by.filter(|made_by| is_known && *made_by != here)
    });
    move || {
        made_by.get().map(|made_by| {
            view! {
                <p class="trouble" role="status">
                    "This link was made by another engine or network (" {made_by}
                    "): the tree may be another one."
                </p>
            }
        })
    }
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
