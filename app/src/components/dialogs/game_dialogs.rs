//! The dialogs of a game: confirmations, and the result.

use std::time::Duration;

use client::play::Players;
use client::play::{PlayEvent, PlayState};
use engine::rules::{Color, Outcome, Piece};
use leptos::prelude::*;
use wire::game_id::GameId;

use super::key_list::KeysDialog;
use super::modal::Modal;
use super::requests::DialogRequests;
use super::share::{ShareDialog, game_on};
use crate::components::board::piece_code;
use crate::components::panels::status::{ending_text, verdict};
use crate::components::shared::erased_view::Erase;
use crate::components::shared::shortcuts::PLAY_SHORTCUTS;
use crate::controllers::play::PlayController;
use crate::routes::{REVIEW, go_to};

/// The delay from the end of a game to its dialog.
pub const RESULT_DELAY: Duration = Duration::from_millis(600);

/// All dialogs of a game.
pub fn dialogs(play: PlayController) -> AnyView {
    let dialogs = use_context().unwrap_or_else(DialogRequests::provide);
    view! {
        <ResignDialog open=dialogs.resign on_yes=move |()| play.dispatch(PlayEvent::Resign) />
        <DrawDialog play open=dialogs.draw />
        <GameOverDialog play share=dialogs.share />
        <ShareDialog requested=dialogs.share content=move |()| game_on(play) />
        <KeysDialog open=dialogs.shortcuts shortcuts=&PLAY_SHORTCUTS />
    }
    .erase()
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
    .erase()
}

/// The result, [`RESULT_DELAY`] after the end; not for a game that was already over when it was
/// loaded.
#[component]
fn GameOverDialog(play: PlayController, share: RwSignal<bool>) -> impl IntoView {
    let open = RwSignal::new(false);
    // With the game's id: a game that is loaded finished opens no dialog.
    let ending = play.read(|state| (state.client_id.clone(), state.outcome()));
    let seats = play.read(|state| state.players);
    open_at_end(open, ending);
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
    let offered = play.read(PlayState::offered_level);
    let another_level = move || {
        let level = offered.get()?;
        let accept = move |_| {
            open.set(false);
            play.set(|settings| settings.engine.level = level);
            play.new_game();
        };
        let label = format!("Try level {}", level.number());
        Some(view! {
            <button type="button" class="button" on:click=accept>
                {label}
            </button>
        })
    };
    let won = Memo::new(move |_| {
        let winner = ending.get().1.and_then(|outcome| outcome.winner);
        matches!((winner, seats.get()), (Some(w), Players::Engine { human }) if w == human)
    });
    let class = Signal::derive(move || if won.get() { "dialog won" } else { "dialog" });
    let result = move || {
        ending.get().1.map(|outcome| {
            let verdict = play.with_untracked(|state| verdict(state, &outcome));
            view! {
                {winner_kings(&outcome, won.get())}
                <h2 id="over-title">{verdict}</h2>
                <p>{ending_text(seats.get(), &outcome)} " " {outcome.result()}</p>
            }
        })
    };
    view! {
        <Modal open labelled_by="over-title" class>
            {result}
            <div class="choices">
                <button type="button" class="button" on:click=review>
                    "Review"
                </button>
                <button type="button" class="button" on:click=share_it>
                    "Share"
                </button>
                {another_level}
                <button type="button" class="button primary" on:click=new_game>
                    "New game"
                </button>
            </div>
        </Modal>
    }
    .erase()
}

/// Opens the dialog when the game ends, and closes it when another one is loaded.
fn open_at_end(open: RwSignal<bool>, ending: Memo<(Option<GameId>, Option<Outcome>)>) {
    Effect::new(move |before: Option<(Option<GameId>, Option<Outcome>)>| {
        let now = ending.get();
        match (before, &now) {
            (Some((Some(game), None)), (Some(same), Some(_))) if game == *same => {
                let then = now.clone();
                set_timeout(
                    move || {
                        if ending.try_get_untracked() == Some(then) {
                            open.set(true)
                        }
                    },
                    RESULT_DELAY,
                );
            }
            (_, (_, None)) => open.set(false),
            _ => {}
        }
        now
    });
}

/// The winner's king; in a draw both kings.
pub fn winner_kings(outcome: &Outcome, won: bool) -> impl IntoView + use<> {
    let kings = match outcome.winner {
        Some(winner) => vec![winner],
        None => vec![Color::White, Color::Black],
    };
    let kings = kings
        .into_iter()
        .map(|color| view! { <span class=format!("piece {}", piece_code(color, Piece::King))></span> })
        .collect_view();
    view! {
        <div class="mark" class:won=won aria-hidden="true">
            {kings}
        </div>
    }
}
