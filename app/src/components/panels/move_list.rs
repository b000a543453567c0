//! The move list: numbered rows, the current move marked, branches beside the moves they replace.

use client::play::{PlayEvent, PlayState};
use engine::book::opening;
use leptos::html;
use leptos::prelude::*;

use super::list_scroll::scroll_to_current;
use super::move_rows::{Branch, MoveEntry, MoveRow, rows};
use super::move_steps::MoveSteps;
use crate::components::controls::actions::ShareButton;
use crate::components::shared::erased_view::Erase;
use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;

/// The list, buttons to step through it, and the share button.
#[component]
pub fn HistoryPanel(
    play: PlayController,
    /// Called by "Share".
    #[prop(into)]
    on_share: Callback<()>,
) -> impl IntoView {
    let rows = play.read(rows);
    let current = play.read(|state| state.shown_ply());
    let list = NodeRef::<html::Ol>::new();
    scroll_to_current(list, move || {
        current.track();
        rows.track();
    });
    let lazy = use_lazy_parts();
    let unused = play.read(|state| !state.has_begun());
    let opening = Memo::new(
        move |_| match (lazy.parts(), play.with(PlayState::shown_ply)) {
            (Some(parts), 1..) => play.with(parts.opening_name),
            (None, 1..) => String::new(),
            (_, 0) => "None yet".to_owned(),
        },
    );
    view! {
        <section
            class="panel history"
            class:unused=unused
            data-panel="history"
            aria-label="Moves"
        >
            <div class="panel-head">
                <h2>"Moves"</h2>
                <span class="aside" data-panel="opening" title=move || opening.get()>
                    {move || opening.get()}
                </span>
            </div>
            <ol class="moves figures" node_ref=list>
                <For
                    each=move || rows.get()
                    key=|row| row.clone()
                    children=move |row| view! { <HistoryRow play row current /> }
                />
            </ol>
            <Steps play current on_share />
            <div class="move-box-room">{move || lazy.parts().map(|parts| (parts.move_box)(play))}</div>
        </section>
    }
    .erase()
}

/// The ECO code and name of the opening up to the move on the board.
pub fn opening_name(state: &PlayState) -> String {
    opening(&state.game.keys()[..=state.shown_ply()])
        .map(|opening| format!("{} {}", opening.eco, opening.name))
        .unwrap_or_default()
}

#[component]
fn HistoryRow(play: PlayController, row: MoveRow, current: Memo<usize>) -> impl IntoView {
    let entry = move |entry: Option<MoveEntry>| match entry {
        Some(MoveEntry { ply, san, source }) => view! {
            <button
                type="button"
                aria-current=move || (current.get() == ply).then_some("step")
                on:click=move |_| play.dispatch(PlayEvent::ViewPly(ply))
            >
                {san}
                <small>{source}</small>
            </button>
        }
        .erase(),
        None => view! { <span></span> }.erase(),
    };
    let branch = move |Branch { index, line }: Branch| {
        view! {
            <button
                type="button"
                class="branch"
                title="Go back to this line"
                on:click=move |_| play.dispatch(PlayEvent::TakeVariation(index))
            >
                {line}
            </button>
        }
    };
    view! {
        <li>
            <span class="number">{format!("{}.", row.number)}</span>
            {entry(row.white)}
            {entry(row.black)}
            {row.branches.into_iter().map(branch).collect_view()}
        </li>
    }
    .erase()
}

#[component]
fn Steps(play: PlayController, current: Memo<usize>, on_share: Callback<()>) -> impl IntoView {
    let can_share = play.read(PlayState::can_share);
    let end = play.read(|state| state.game.ply());
    view! {
        <MoveSteps current end on_step=move |step| play.navigate(step)>
            <ShareButton enabled=can_share on_press=on_share />
        </MoveSteps>
    }
    .erase()
}
