//! The dialogs at the end of a game: asking back before it is given up, and the result.

use std::time::Duration;

use client::live::LiveEvent;
use engine::rules::Outcome;
use leptos::prelude::*;
use wire::live::protocol::PlayerAction;

use super::links;
use super::text::{ended, score, verdict};
use crate::components::dialogs::game_dialogs::{Question, mark};
use crate::components::dialogs::modal::Modal;
use crate::components::shared::erased_view::Erase;
use crate::controllers::live_game::LiveGameController;

/// From the end of the game to its dialog (V4).
const PAUSE: Duration = Duration::from_millis(600);

/// Asks before the game is given up.
#[component]
pub fn Resignation(live_game: LiveGameController, open: RwSignal<bool>) -> impl IntoView {
    view! {
        <Question
            open
            id="resign-title"
            question="Resign?"
            detail="The game counts as lost."
            yes="Yes, resign"
            class="button danger"
            on_yes=move |()| live_game.dispatch(LiveEvent::Act(PlayerAction::Resign))
        />
    }
}

/// The result, 600 ms after the end; not of a game that was over when its page came.
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
            set_timeout(show, PAUSE);
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
                {mark(&outcome, won.get())}
                <h2 id="over-title">{verdict(&outcome, seat.get()).trim_end_matches('.')}</h2>
                <p>{ended(&outcome)} " " {score(&outcome)}</p>
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
    let bare = live_game.read(links::is_bare);
    view! {
        <Modal open labelled_by="over-title" class>
            {result}
            <div class="choices">
                <a class="button" href=move || review.get() hidden=move || bare.get()>
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
