//! The dialog with the result of a live game.

use client::live::LiveEvent;
use leptos::prelude::*;
use wire::live::protocol::PlayerAction;

use super::links;
use crate::components::dialogs::result::{Ending, GameResult, ResultDialog};
use crate::components::shared::outcome_text::{reason_text, winner_text};
use crate::controllers::live_game::LiveGameController;

/// The result with what may follow it.
#[component]
pub fn LiveResult(live_game: LiveGameController) -> impl IntoView {
    let open = RwSignal::new(false);
    let ending = live_game.read(|state| Ending {
        game: Some(state.view.game.to_string()),
        result: state.view.outcome().map(|outcome| GameResult {
            verdict: winner_text(&outcome, state.side).to_owned(),
            reason: reason_text(&outcome, state.side),
            is_won: outcome.winner.is_some() && outcome.winner == state.side,
            outcome,
        }),
    });
    let rematch = move |_| {
        open.set(false);
        live_game.dispatch(LiveEvent::Act(PlayerAction::Rematch));
    };
    let can_rematch = live_game.read(|state| state.can_act(PlayerAction::Rematch));
    let again = move || {
        can_rematch.get().then(|| {
            view! {
                <button type="button" class="button primary" on:click=rematch>
                    "Rematch"
                </button>
            }
        })
    };
    let review = live_game.read(|state| links::analysis(state, true));
    let is_empty = live_game.read(links::is_start_position);
    view! {
        <ResultDialog open ending>
            <a class="button" href=move || review.get() hidden=move || is_empty.get()>
                "Review"
            </a>
            <button type="button" class="button" on:click=move |_| open.set(false)>
                "Close"
            </button>
            {again}
        </ResultDialog>
    }
}
