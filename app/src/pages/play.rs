//! The playing page: `/` and `/play`.

use client::play::Players;
use client::play::{PlayEvent, PlayState};
use leptos::prelude::*;

use super::bundles::load_server_calls;
use crate::components::shared::outcome_text::result_text;
use crate::components::{
    Actions, Board, DialogRequests, Edge, ErrorLines, EvalBar, EvaluationPanel, Header,
    HistoryPanel, MemoryPanel, MoreActions, PlayStatus, PlayerCard, PositionPanel, ResultsPanel,
    SearchSummary, Setup, ThinkingPanel, TransferPanel, evaluation_text, listen_to_keys,
    skip_on_input, wheel_step,
};
use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;
use crate::routes::is_shell;

/// The page owns its game; the board is playable at once.
#[component]
pub fn Play() -> impl IntoView {
    let play = PlayController::new(load_server_calls);
    provide_context(play);
    let setup_sheet = RwSignal::new(false);
    let thinking_sheet = RwSignal::new(false);
    skip_on_input(play);
    let lazy = use_lazy_parts();
    load_lazy_parts_when_needed(play);
    let dialogs = DialogRequests::provide();
    listen_to_keys(play, dialogs);
    let ask_to_resign = move |()| {
        setup_sheet.set(false);
        dialogs.resign.set(true);
    };
    let share = move |()| {
        setup_sheet.set(false);
        lazy.want();
        dialogs.share.set(true);
    };
    let offer_draw = move |()| {
        setup_sheet.set(false);
        // The engine answers an offer; two people confirm it.
        if play.with_untracked(|state| state.players == Players::TwoPeople) {
            dialogs.draw.set(true);
        } else {
            play.dispatch(PlayEvent::OfferDraw);
        }
    };
    view! {
        <Header />
        <main
            id="main"
            class="play"
            on:pointerdown=move |event| {
                lazy.want();
                let target = event_target::<leptos::web_sys::Element>(&event);
                // The sheet's own buttons open and close it.
                if matches!(target.closest(".setup, .actions, .open-settings"), Ok(None)) {
                    setup_sheet.set(false);
                }
            }
        >
            <h1 class="visually-hidden">"Ponder: chess that thinks in the open"</h1>
            <BoardArea play setup_sheet thinking_sheet />
            <div class="side left">
                <PlayStatus play />
                <ErrorLines play />
                <Setup play sheet=setup_sheet>
                    <MoreActions
                        play
                        on_resign=ask_to_resign
                        on_draw=offer_draw
                        on_share=share
                    />
                </Setup>
                <Actions
                    play
                    on_resign=ask_to_resign
                    on_draw=offer_draw
                    on_more=move |()| setup_sheet.update(|open| *open = !*open)
                />
                <EvaluationPanel play />
            </div>
            <div class="side right">
                <ThinkingPanel play sheet=thinking_sheet />
                <HistoryPanel play on_share=share />
                <PositionPanel play />
                <MemoryPanel play />
                <ResultsPanel play />
                <TransferPanel play />
            </div>
        </main>
        {move || lazy.parts().map(|parts| (parts.side_effects)(play))}
    }
}

/// Loads the lazy parts once a game has begun or comes from the address, or a notice is due.
fn load_lazy_parts_when_needed(play: PlayController) {
    let lazy = use_lazy_parts();
    let wanted =
        play.read(|state| state.has_begun() || state.network_failed() || state.is_matched());
    Effect::new(move |_| {
        if wanted.get() || is_shell() || has_fragment() || play.has_stashed_game() {
            lazy.want();
        }
    });
    Effect::new(move |_| {
        let listener = window_event_listener_untyped("hashchange", move |_| lazy.want());
        on_cleanup(move || listener.remove());
    });
}

/// Whether the address has a fragment.
fn has_fragment() -> bool {
    let fragment = window().location().hash();
    fragment.is_ok_and(|fragment| !fragment.is_empty())
}

/// The board with a card above and below it, and the bar beside it.
#[component]
fn BoardArea(
    play: PlayController,
    setup_sheet: RwSignal<bool>,
    thinking_sheet: RwSignal<bool>,
) -> impl IntoView {
    let position = play.read(|state| state.board().0);
    let last_move = play.read(|state| state.board().1);
    let flipped = play.read(|state| state.bottom() == engine::rules::Color::Black);
    let share = play.read_search(PlayState::white_share);
    let label = play.read_search(evaluation_label);
    let active = play.read(|state| !state.playable_moves().is_empty());
    let hints = play.read(|state| state.settings.hints);
    let auto_queen = play.read(|state| state.settings.auto_queen);
    let arrows = play.read_search(|state| {
        state
            .arrows()
            .into_iter()
            .map(|candidate| (candidate.mv, candidate.width))
            .collect::<Vec<_>>()
    });
    let lazy = use_lazy_parts();
    let step_by_wheel = move |event: leptos::ev::WheelEvent| {
        let begun = play.with_untracked(PlayState::has_begun);
        if let Some(step) = wheel_step(&event).filter(|_| begun) {
            event.prevent_default();
            play.navigate(step);
        }
    };
    view! {
        <section class="table" aria-label="Board" on:wheel=step_by_wheel>
            <div class="opponent">
                <PlayerCard play edge=Edge::Top sheet=setup_sheet />
                <SearchSummary play sheet=thinking_sheet />
            </div>
            <EvalBar share white_below=Signal::derive(move || !flipped.get()) label />
            <Board
                position
                last_move
                flipped
                active
                hints
                auto_queen
                arrows
                above=move || lazy.parts().map(|parts| (parts.board_overlays)(play))
                on_move=move |mv| play.dispatch(PlayEvent::UserMove(mv))
            />
            <div class="own">
                <PlayerCard play edge=Edge::Bottom />
            </div>
        </section>
    }
}

/// The label of the evaluation bar.
fn evaluation_label(state: &PlayState) -> String {
    match (state.shown_outcome(), state.evaluation()) {
        (Some(outcome), _) => format!("Result: {}", result_text(&outcome)),
        (None, Some(found)) => evaluation_text(found.score),
        (None, None) => "Evaluation: even".to_owned(),
    }
}
