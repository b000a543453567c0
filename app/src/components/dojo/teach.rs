//! The network as a memory of the Learner.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::shared::format::counted;
use crate::controllers::dojo::DojoController;
use crate::engine_client::worker::learner_exchange::synchronise;
use crate::engine_client::worker::learner_store::LearnerStore;

/// A game against the Learner.
const PLAY_THE_LEARNER: &str = "/play#white=you&black=learner";

/// What has come of it.
#[derive(Clone, PartialEq)]
enum Teaching {
    Idle,
    /// The Learner has a network that has learnt so many games: it is asked once more.
    Sure(u32),
    Done,
    Failed(String),
}

/// Gives the network to the Learner, as far as the server knows it, too.
async fn give(network: &[u8], is_sure: bool) -> Teaching {
    let mut store = LearnerStore::default();
    // Another device may have given it one.
    synchronise(&mut store).await;
    let known = store.network_games().await.unwrap_or(0);
    if known > 0 && !is_sure {
        return Teaching::Sure(known);
    }
    if let Err(reason) = store.take_network(network).await {
        return Teaching::Failed(reason);
    }
    synchronise(&mut store).await;
    match store.network_games().await {
        Some(0) => Teaching::Done,
        _ => Teaching::Failed("it has got another one meanwhile".to_owned()),
    }
}

/// The button, and what has come of it.
#[component]
pub fn Teach(dojo: DojoController, is_empty: Memo<bool>) -> impl IntoView {
    let teaching = RwSignal::new(Teaching::Idle);
    let teach = move |_| {
        let network = dojo.with_untracked(|state| Some(state.training.as_ref()?.network.clone()));
        let Some(network) = network else {
            return;
        };
        let is_sure = matches!(teaching.get_untracked(), Teaching::Sure(_));
        spawn_local(async move {
            teaching.try_set(give(&network, is_sure).await);
        });
    };
    let outcome = move || {
        match teaching.get() {
        Teaching::Idle => ().into_any(),
        Teaching::Sure(games) => format!(
            "The Learner has a network that has learnt from {}. Press again to replace it.",
            counted(games.into(), "game")
        )
        .into_any(),
        Teaching::Done => view! {
            "The Learner has it: where its table knows nothing, the network judges, and it learns from every game of yours. "
            <a href=PLAY_THE_LEARNER>"Play the Learner"</a>
        }
        .into_any(),
        Teaching::Failed(reason) => view! {
            <span class="trouble">{format!("The Learner could not take it: {reason}.")}</span>
        }
        .into_any(),
    }
    };
    view! {
        <button
            type="button"
            class="button quiet"
            title="A memory of the Learner, which learns from the games that you play"
            disabled=move || is_empty.get()
            on:click=teach
        >
            "Give it to the Learner"
        </button>
        <p class="sharing empty" role="status">
            {outcome}
        </p>
    }
}
