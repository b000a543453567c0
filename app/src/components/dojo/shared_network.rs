//! A network that somebody has shared, from the link to it.

use client::dojo::{
    Algorithm, Curve, DojoEvent, DojoStage, curve_point, parse_shared, shared_fragment,
};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::NetworkId;
use wire::visitor::networks::{NetworkCard, NetworkView};

use super::strength::CurveFigure;
use super::text::algorithm_name;
use crate::components::shared::error_text::error_text;
use crate::components::shared::format::counted;
use crate::components::shared::lazy_content::sure_button::sure_button;
use crate::controllers::dojo::DojoController;
use crate::platform::dojo_storage::DojoStorage;
use crate::platform::files::fetch_bytes;
use crate::routes::{ARENA, DOJO, PLAY, go_to};
use crate::server_fns::view_network;

/// A game against it. Level 8 errs on purpose nowhere, and thinks no longer than the network is used to.
const AGAINST_IT: &str = "white=you&black=guest.8";
/// The visitor's own network against it.
const MATCH: &str = "players=yours,guest&nodes=1000&pairs=20";

/// What is known of it.
#[derive(Clone, PartialEq)]
enum Shared {
    /// The address names none.
    None,
    Loading,
    Found(NetworkId, Box<NetworkView>),
    Missing(String),
}

/// The network that the page's address names.
#[component]
pub fn SharedNetwork(dojo: DojoController) -> impl IntoView {
    let shared = RwSignal::new(Shared::None);
    let follow = move || {
        let hash = window().location().hash().unwrap_or_default();
        match parse_shared(hash.trim_start_matches('#')) {
            None => shared.set(Shared::None),
            Some(Err(reason)) => shared.set(Shared::Missing(reason)),
            Some(Ok(id)) => {
                shared.set(Shared::Loading);
                spawn_local(async move {
                    let found = match view_network(id).await {
                        Ok(Some(view)) => Shared::Found(id, Box::new(view)),
                        Ok(None) => Shared::Missing(
                            "This network is not there, or not any more.".to_owned(),
                        ),
                        Err(error) => Shared::Missing(error_text(&error)),
                    };
                    shared.try_set(found);
                });
            }
        }
    };
    follow();
    let listener = window_event_listener_untyped("hashchange", move |_| follow());
    on_cleanup(move || listener.remove());
    move || match shared.get() {
        Shared::None => ().into_any(),
        Shared::Loading => view! {
            <p class="empty" role="status">
                "Loading the shared network\u{2026}"
            </p>
        }
        .into_any(),
        Shared::Missing(reason) => view! {
            <p class="trouble" role="alert">
                {reason}
            </p>
        }
        .into_any(),
        Shared::Found(id, view) => card(dojo, id, *view),
    }
}

fn card(dojo: DojoController, id: NetworkId, network: NetworkView) -> AnyView {
    let trouble = RwSignal::new(None::<String>);
    // The file comes into this browser, then the page that plays by it.
    let go = move |address: String| {
        move |_| {
            let address = address.clone();
            spawn_local(async move {
                match take_in(id).await {
                    Ok(()) => go_to(&address),
                    Err(reason) => {
                        trouble.try_set(Some(reason));
                    }
                }
            });
        }
    };
    let is_fetching = RwSignal::new(false);
    let train_on = move || {
        let had_training = dojo.with_untracked(|state| state.training.is_some());
        if is_fetching.get_untracked() {
            return;
        }
        is_fetching.set(true);
        spawn_local(async move {
            let fetched = fetch(id).await;
            is_fetching.try_set(false);
            match fetched {
                // Meanwhile one was begun: that is not forgotten unasked.
                Ok(_) if dojo.with_untracked(|state| state.training.is_some()) != had_training => {}
                Ok(file) => {
                    dojo.dispatch(DojoEvent::StartFrom(file));
                    if dojo.with_untracked(|state| state.trouble.is_none()) {
                        // The card has served its purpose. Fails only outside a page.
                        window().location().set_hash("").ok();
                    }
                }
                Err(reason) => {
                    trouble.try_set(Some(reason));
                }
            }
        });
    };
    let training = dojo.read(|state| (state.stage == DojoStage::Ready, state.training.is_some()));
    let train_on_button = move || match training.get() {
        (true, true) => sure_button("Train on from it", "Forget yours?", train_on).into_any(),
        // What this browser has is not known yet, or there is nothing to forget.
        (is_ready, _) => view! {
            <button type="button" class="button" disabled=!is_ready on:click=move |_| train_on()>
                "Train on from it"
            </button>
        }
        .into_any(),
    };
    let owner = network.owner.unwrap_or_else(|| "a guest".to_owned());
    let neurons = network
        .card
        .as_ref()
        .map_or(network.width, |card| card.neurons);
    let size = format!("{neurons} neurons, {} KB", network.bytes.div_ceil(1_024));
    let is_trainable = network.card.is_some();
    let about_it = network.card.map(about);
    view! {
        <section class="panel shared-network" aria-label="A shared network">
            <div class="panel-head">
                <h2>{format!("A network shared by {owner}")}</h2>
            </div>
            <div class="panel-body">
                <p class="figures">{size}</p>
                {about_it}
                <div class="start-bar">
                    <button
                        type="button"
                        class="button primary"
                        on:click=go(format!("{PLAY}#{AGAINST_IT}"))
                    >
                        "Play against it"
                    </button>
                    <button
                        type="button"
                        class="button"
                        title="A match in this browser: 40 games of 1,000 positions a move"
                        on:click=go(format!("{ARENA}#{MATCH}"))
                    >
                        "Let mine play it"
                    </button>
                    {is_trainable.then_some(train_on_button)}
                </div>
                {move || {
                    trouble
                        .get()
                        .map(|reason| {
                            view! {
                                <p class="trouble" role="alert">
                                    {reason}
                                </p>
                            }
                        })
                }}
            </div>
        </section>
    }
    .into_any()
}

/// How it was raised.
fn about(card: NetworkCard) -> impl IntoView {
    let algorithm = Algorithm::ALL
        .into_iter()
        .find(|one| one.as_str() == card.algorithm);
    let algorithm = algorithm.map_or(card.algorithm.clone(), |one| algorithm_name(one).to_owned());
    let last = card.curve.last().map(|point| {
        let elo = point.elo.to_string().replace('-', "\u{2212}");
        format!(
            "Elo {elo} \u{b1} {} (95 % interval) among the dojo\u{2019}s opponents",
            point.margin
        )
    });
    let curve = Curve::new(card.curve.iter().map(curve_point));
    let has_curve = curve.points.len() > 1;
    let curve = Memo::new(move |_| curve.clone());
    let games = counted(card.games, "practice game");
    let parents = card.parents.into_iter().map(parent_link);
    let parents: Vec<_> = parents.collect();
    let caption = format!("Strength over {games}, with its 95 % interval");
    view! {
        <p class="figures">
            {format!("{algorithm}: {games}, {}", counted(card.generations.into(), "generation"))}
        </p>
        <p class="empty">{last}</p>
        {parents}
        {has_curve
            .then(|| {
                view! {
                    <CurveFigure
                        curve
                        label=Signal::derive(|| "Its strength over practice games".to_owned())
                        caption=Signal::derive(move || caption.clone())
                    />
                }
            })}
        <p class="empty">
            "As whoever shared it says. It may be played against, trained on from and passed on (CC0)."
        </p>
    }
}

/// A link to the network that another one goes on from.
pub fn parent_link(id: NetworkId) -> impl IntoView {
    view! {
        <p class="empty">
            "It goes on from " <a href=format!("{DOJO}#{}", shared_fragment(id))>"another network"</a> "."
        </p>
    }
}

/// The network's file.
async fn fetch(id: NetworkId) -> Result<Vec<u8>, String> {
    let file = fetch_bytes(&format!("/api/v1/networks/{id}")).await;
    file.ok_or_else(|| "The network can\u{2019}t be fetched now. Try again.".to_owned())
}

/// Makes the network the guest of this browser.
async fn take_in(id: NetworkId) -> Result<(), String> {
    let file = fetch(id).await?;
    let stored = async { DojoStorage::open().await?.put_guest(&file).await };
    let failed = |reason| format!("The browser\u{2019}s storage fails: {reason}.");
    stored.await.map_err(failed)
}
