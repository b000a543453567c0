//! The dialogs of the game on the playing page, and the confirmations of every game.

use client::play::{PlayEvent, PlayState};
use leptos::prelude::*;

use super::key_list::KeysDialog;
use super::modal::Modal;
use super::requests::DialogRequests;
use super::result::{Ending, GameResult, ResultDialog};
use super::share::{ShareDialog, game_on};
use crate::components::coach::remember::remembered;
use crate::components::panels::status::{ending_text, human_side, verdict};
use crate::components::shared::shortcuts::PLAY_SHORTCUTS;
use crate::controllers::play::PlayController;
use crate::routes::{REVIEW, go_to};

/// All dialogs of a game.
pub fn dialogs(play: PlayController) -> AnyView {
    let dialogs: DialogRequests = expect_context();
    view! {
        <ResignDialog open=dialogs.resign on_yes=move |()| play.dispatch(PlayEvent::Resign) />
        <DrawDialog play open=dialogs.draw />
        <GameOverDialog play share=dialogs.share />
        <ShareDialog requested=dialogs.share content=move |()| game_on(play) />
        <KeysDialog open=dialogs.shortcuts shortcuts=&PLAY_SHORTCUTS />
    }
    .into_any()
}

/// Confirms a resignation.
#[component]
pub fn ResignDialog(open: RwSignal<bool>, #[prop(into)] on_yes: Callback<()>) -> impl IntoView {
    view! {
        <ConfirmDialog
            open
            id="resign-title"
            question="Resign?"
            detail="The game counts as lost."
            yes="Yes, resign"
            class="button danger"
            on_yes
        />
    }
}

/// Confirms a draw between two people at one board.
#[component]
fn DrawDialog(play: PlayController, open: RwSignal<bool>) -> impl IntoView {
    view! {
        <ConfirmDialog
            open
            id="draw-title"
            question="A draw?"
            detail="The game ends if both of you agree."
            yes="We agree"
            class="button primary"
            on_yes=move |()| play.dispatch(PlayEvent::OfferDraw)
        />
    }
}

/// A dialog with one button to confirm and one to play on.
#[component]
pub fn ConfirmDialog(
    open: RwSignal<bool>,
    /// The id of the heading.
    id: &'static str,
    question: &'static str,
    detail: &'static str,
    yes: &'static str,
    /// The class of the button that confirms.
    class: &'static str,
    #[prop(into)] on_yes: Callback<()>,
) -> impl IntoView {
    let answer = move |_| {
        open.set(false);
        on_yes.run(());
    };
    view! {
        <Modal open labelled_by=id class="dialog">
            <h2 id=id>{question}</h2>
            <p>{detail}</p>
            <div class="choices">
                <button type="button" class="button" on:click=move |_| open.set(false)>
                    "Play on"
                </button>
                <button type="button" class=class on:click=answer>
                    {yes}
                </button>
            </div>
        </Modal>
    }
}

/// The result of the game on the playing page.
#[component]
fn GameOverDialog(play: PlayController, share: RwSignal<bool>) -> impl IntoView {
    let open = RwSignal::new(false);
    let ending = play.read(|state| Ending {
        game: state.client_id.as_ref().map(ToString::to_string),
        result: state.outcome().map(|outcome| GameResult {
            verdict: verdict(state, &outcome),
            reason: ending_text(state, &outcome),
            is_won: outcome.winner.is_some() && outcome.winner == human_side(state),
            outcome,
        }),
    });
    let review = move |_| {
        open.set(false);
        go_to(REVIEW);
    };
    let share_it = move |_| {
        open.set(false);
        share.set(true);
    };
    let new_game = move |_| {
        open.set(false);
        play.new_game();
    };
    let offered = play.read(PlayState::offered_strength);
    let another_level = move || {
        let strength = offered.get()?;
        let accept = move |_| {
            open.set(false);
            play.set(|settings| settings.engine.strength = strength);
            play.new_game();
        };
        let label = format!("Try level {strength}");
        Some(view! {
            <button type="button" class="button" on:click=accept>
                {label}
            </button>
        })
    };
    let next = play.read(PlayState::next_strength);
    let level = play.read(|state| state.settings.engine.strength);
    let note = Signal::derive(move || {
        let (next, level) = (next.get()?, level.get());
        let how = if next > level { "harder" } else { "easier" };
        Some(format!(
            "The next game is at level {next}, after {level}: {how} for you."
        ))
    });
    let same_level = move || {
        next.get()?;
        let accept = move |_| {
            open.set(false);
            play.set(|settings| settings.matched = false);
            play.new_game();
        };
        let label = format!("Stay at level {}", level.get());
        Some(view! {
            <button type="button" class="button" on:click=accept>
                {label}
            </button>
        })
    };
    view! {
        <ResultDialog open ending note more=move |()| remembered(play, open)>
            <button type="button" class="button" on:click=review>
                "Review"
            </button>
            <button type="button" class="button" on:click=share_it>
                "Share"
            </button>
            {another_level}
            {same_level}
            <button type="button" class="button primary" on:click=new_game>
                "New game"
            </button>
        </ResultDialog>
    }
}
