//! The status box of a live game, and the prompts for offers and claims in it.

use std::time::Duration;

use client::live::{LiveEvent, LiveState};
use leptos::prelude::*;
use wire::live::game_view::PlayerInfo;
use wire::live::protocol::{Offer, PlayerAction};

use super::status_text::{offer_text, status_text};
use crate::components::shared::current_time::current_time;
use crate::components::shared::status_box::StatusBox;
use crate::controllers::live_game::LiveGameController;

/// How often the time until a claim is updated.
const REFRESH_INTERVAL: Duration = Duration::from_millis(250);

/// The box.
#[component]
pub fn Status(live_game: LiveGameController) -> impl IntoView {
    let text = live_game.read(status_text);
    let prompt = live_game.read(prompt);
    let prompt_view = move || {
        prompt.get().map(|prompt| match prompt {
            Prompt::Offer(offer) => view! { <OfferPrompt live_game offer /> }.into_any(),
            Prompt::OpponentLeft => view! { <ClaimPrompt live_game /> }.into_any(),
        })
    };
    view! { <StatusBox text prompt=prompt_view.into_any() /> }
}

/// What the visitor is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prompt {
    Offer(Offer),
    /// The opponent has left.
    OpponentLeft,
}

fn prompt(state: &LiveState) -> Option<Prompt> {
    // The time passed does not matter: only whether there is a claim to wait for.
    let opponent_left = state.claim_in_ms(0).map(|_| Prompt::OpponentLeft);
    state.offer_to_answer().map(Prompt::Offer).or(opponent_left)
}

fn opponent(state: &LiveState) -> String {
    state
        .opponent()
        .map(PlayerInfo::shown_name)
        .unwrap_or_default()
}

/// An offer to accept or decline.
#[component]
fn OfferPrompt(live_game: LiveGameController, offer: Offer) -> impl IntoView {
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
                <span>{offer_text(offer)}</span>
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
}

/// The opponent has left: the time until the game may be claimed, then the claims.
#[component]
fn ClaimPrompt(live_game: LiveGameController) -> impl IntoView {
    let time = current_time(REFRESH_INTERVAL, || true);
    let left = Memo::new(move |_| {
        let ms = live_game.with(|state| state.claim_in_ms(time.get()));
        ms.map_or(0, |ms| ms.div_ceil(1_000))
    });
    let by = live_game.read(opponent);
    let text = move || match left.get() {
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
            // Not announced each second.
            <p aria-live="off">
                <bdi>{move || by.get()}</bdi>
                <span>{text}</span>
            </p>
            {claim(PlayerAction::ClaimWin, "button primary", "Claim the win")}
            {claim(PlayerAction::ClaimDraw, "button", "Call it a draw")}
        </div>
    }
}
