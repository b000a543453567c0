//! Where the game stands, and in its place what the opponent wants to know.

use std::time::Duration;

use client::live::{LiveEvent, LiveState};
use leptos::leptos_dom::helpers::set_interval_with_handle;
use leptos::prelude::*;
use wire::live::protocol::{Offer, PlayerAction};

use super::text::{called, saying, wants};
use crate::components::shared::erased_view::Erase;
use crate::controllers::live_game::LiveGameController;
use crate::platform::clock::now;

/// How often the time until a game may be claimed is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// One box at every width; its height never changes.
#[component]
pub fn Status(live_game: LiveGameController) -> impl IntoView {
    let said = live_game.read(saying);
    let asked = live_game.read(asked);
    let ask = move || {
        asked.get().map(|asked| match asked {
            DialogRequests::Offer(offer) => view! { <Answer live_game offer /> }.into_any(),
            DialogRequests::Alone => view! { <Claim live_game /> }.into_any(),
        })
    };
    view! {
        <div class=move || said.with(|said| format!("status {}", said.mark)) role="status">
            <div class="status-line">{move || said.with(|said| said.line.clone())}</div>
            <div class="status-detail">{move || said.with(|said| said.detail.clone())}</div>
            {ask}
        </div>
    }
    .erase()
}

/// What is to be answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DialogRequests {
    Offer(Offer),
    /// The opponent has left.
    Alone,
}

fn asked(state: &LiveState) -> Option<DialogRequests> {
    // What time it is does not matter here: only whether there is something to wait for.
    let alone = state.claim_in_ms(0).map(|_| DialogRequests::Alone);
    state.offer_to_answer().map(DialogRequests::Offer).or(alone)
}

fn opponent(state: &LiveState) -> String {
    state.opponent().map(called).unwrap_or_default()
}

/// An offer, to be taken or not.
#[component]
fn Answer(live_game: LiveGameController, offer: Offer) -> impl IntoView {
    let by = live_game.read(opponent);
    let accept = match offer {
        Offer::Draw => PlayerAction::Draw,
        Offer::Takeback => PlayerAction::Takeback,
        Offer::Rematch => PlayerAction::Rematch,
    };
    view! {
        <div class="ask">
            <p>
                <bdi>{move || by.get()}</bdi>
                <span>{wants(offer)}</span>
            </p>
            <button
                type="button"
                class="button primary"
                on:click=move |_| live_game.dispatch(LiveEvent::Act(accept))
            >
                "Accept"
            </button>
            <button
                type="button"
                class="button"
                on:click=move |_| live_game.dispatch(LiveEvent::Act(PlayerAction::Decline))
            >
                "Decline"
            </button>
        </div>
    }
    .erase()
}

/// The opponent has left: how long until the game may be claimed, and then the claims.
#[component]
fn Claim(live_game: LiveGameController) -> impl IntoView {
    let looked = RwSignal::new(0);
    Effect::new(move |_| {
        let look = move || {
            looked.try_set(now());
        };
        look();
        // Refused only outside a page.
        if let Ok(interval) = set_interval_with_handle(look, LOOK_EVERY) {
            on_cleanup(move || interval.clear());
        }
    });
    let left = Memo::new(move |_| {
        let ms = live_game.with(|state| state.claim_in_ms(looked.get()));
        ms.map_or(0, |ms| ms.div_ceil(1_000))
    });
    let by = live_game.read(opponent);
    let words = move || match left.get() {
        0 => " has left.".to_owned(),
        seconds => format!(" left. Claim in {seconds} s."),
    };
    let claim = move |act: PlayerAction, class: &'static str, name: &'static str| {
        view! {
            <button
                type="button"
                class=class
                disabled=move || { left.get() > 0 }
                on:click=move |_| live_game.dispatch(LiveEvent::Act(act))
            >
                {name}
            </button>
        }
    };
    view! {
        <div class="ask">
            // Not read out each second.
            <p aria-live="off">
                <bdi>{move || by.get()}</bdi>
                <span>{words}</span>
            </p>
            {claim(PlayerAction::ClaimWin, "button primary", "Claim the win")}
            {claim(PlayerAction::ClaimDraw, "button", "Call it a draw")}
        </div>
    }
    .erase()
}
