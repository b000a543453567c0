//! The dialog with the result of a live game.

use client::live::LiveEvent;
use engine::rules::Outcome;
use leptos::prelude::*;
use wire::live::protocol::PlayerAction;

use super::links;
use super::text::{ending_text, verdict};
use crate::components::dialogs::game_dialogs::{RESULT_DELAY, winner_kings};
use crate::components::dialogs::modal::Modal;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::outcome_text::result_text;
use crate::controllers::live_game::LiveGameController;

/// The result, [`RESULT_DELAY`] after the end; not for a game that was over when its page was loaded.
#[component]
pub fn Ending(live_game: LiveGameController) -> impl IntoView {
    let open = RwSignal::new(false);
    let outcome = live_game.read(|state| state.view.outcome());
    let seat = live_game.read(|state| state.side);
    let can_rematch = live_game.read(|state| state.can_act(PlayerAction::Rematch));
    Effect::new(move |before: Option<Option<Outcome>>| {
        let now = outcome.get();
        if before == Some(None) && now.is_some() {
            let still = move || outcome.try_get_untracked() == Some(now);
            let show = move || {
                if still() {
                    open.set(true);
                }
            };
            set_timeout(show, RESULT_DELAY);
        }
        now
    });
    let won = Memo::new(move |_| {
        let winner = outcome.get().and_then(|outcome| outcome.winner);
        winner.is_some() && winner == seat.get()
    });
    let class = Signal::derive(move || if won.get() { "dialog won" } else { "dialog" });
    let result = move || {
        outcome.get().map(|outcome| {
            view! {
                {winner_kings(&outcome, won.get())}
                <h2 id="over-title">{verdict(&outcome, seat.get()).trim_end_matches('.')}</h2>
                <p>{ending_text(&outcome)} " " {result_text(&outcome)}</p>
            }
        })
    };
    let rematch = move |_| {
        open.set(false);
        live_game.dispatch(LiveEvent::Act(PlayerAction::Rematch));
    };
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
        <Modal open labelled_by="over-title" class>
            {result}
            <div class="choices">
                <a class="button" href=move || review.get() hidden=move || is_empty.get()>
                    "Review"
                </a>
                <button type="button" class="button" on:click=move |_| open.set(false)>
                    "Close"
                </button>
                {again}
            </div>
        </Modal>
    }
    .erase()
}
