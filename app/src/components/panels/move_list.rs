//! The move list: numbered rows, the current move marked, branches beside the moves they replace.

use client::play::{PlayEvent, PlayState};
use engine::book::opening;
use leptos::html;
use leptos::prelude::*;

use super::list_scroll::scroll_to_current;
use super::move_rows::{Branch, MoveEntry, MoveRow, rows};
use super::move_steps::MoveSteps;
use crate::components::controls::actions::ShareButton;
use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;

/// The panel of the moves.
#[component]
pub fn MovesPanel(
    /// The opening's code and name, where the page shows them.
    #[prop(optional)]
    opening: Option<Memo<String>>,
    /// Whether there is nothing to list yet.
    #[prop(optional, into)]
    unused: Signal<bool>,
    /// The list and what belongs to it, erased: children would be hydrated asynchronously, too.
    content: AnyView,
) -> impl IntoView {
    let opening = opening.map(|opening| {
        view! {
            <span class="aside" data-panel="opening" title=move || opening.get()>
                {move || opening.get()}
            </span>
        }
    });
    view! {
        <section
            class="panel history"
            class:unused=move || unused.get()
            data-panel="history"
            aria-label="Moves"
        >
            <div class="panel-head">
                <h2>"Moves"</h2>
                {opening}
            </div>
            {content}
        </section>
    }
}

/// The rows of a game's moves.
#[component]
pub fn MoveList(
    rows: Memo<Vec<MoveRow>>,
    /// The shown ply.
    current: Memo<usize>,
    /// Shows a ply.
    on_ply: Callback<usize>,
    /// Goes back to a branch; only for games with branches.
    #[prop(optional, into)]
    on_branch: Option<Callback<usize>>,
) -> impl IntoView {
    let list = NodeRef::<html::Ol>::new();
    scroll_to_current(list, move || {
        current.track();
        rows.track();
    });
    let row = move |row: MoveRow| move_row(row, current, on_ply, on_branch);
    view! {
        <ol class="moves figures" node_ref=list>
            <For each=move || rows.get() key=MoveRow::clone children=row />
        </ol>
    }
}

fn move_row(
    row: MoveRow,
    current: Memo<usize>,
    on_ply: Callback<usize>,
    on_branch: Option<Callback<usize>>,
) -> AnyView {
    let entry = move |entry: Option<MoveEntry>| match entry {
        Some(MoveEntry { ply, san, source }) => view! {
            <button
                type="button"
                aria-current=move || (current.get() == ply).then_some("step")
                on:click=move |_| on_ply.run(ply)
            >
                {san}
                <small>{source}</small>
            </button>
        }
        .into_any(),
        None => view! { <span></span> }.into_any(),
    };
    let branch = move |Branch { index, line }: Branch| {
        view! {
            <button
                type="button"
                class="branch"
                title="Go back to this line"
                on:click=move |_| {
                    if let Some(on_branch) = on_branch {
                        on_branch.run(index);
                    }
                }
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
    .into_any()
}

/// The list of the playing page, with buttons to step through it, and the share button.
#[component]
pub fn HistoryPanel(
    play: PlayController,
    /// Called by "Share".
    #[prop(into)]
    on_share: Callback<()>,
) -> impl IntoView {
    let rows = play.read(rows);
    let current = play.read(PlayState::shown_ply);
    let end = play.read(|state| state.game.ply());
    let can_share = play.read(PlayState::can_share);
    let unused = play.read(|state| !state.has_begun());
    let lazy = use_lazy_parts();
    let opening = Memo::new(
        move |_| match (lazy.parts(), play.with(PlayState::shown_ply)) {
            (Some(parts), 1..) => play.with(parts.opening_name),
            (None, 1..) => String::new(),
            (_, 0) => "None yet".to_owned(),
        },
    );
    let on_ply = Callback::new(move |ply| play.dispatch(PlayEvent::ViewPly(ply)));
    let content = view! {
        <MoveList
            rows
            current
            on_ply
            on_branch=move |index| play.dispatch(PlayEvent::TakeVariation(index))
        />
        <MoveSteps current end on_ply>
            <ShareButton enabled=can_share on_press=on_share />
        </MoveSteps>
        <div class="move-box-room">{move || lazy.parts().map(|parts| (parts.move_box)(play))}</div>
    }
    .into_any();
    view! { <MovesPanel opening unused content /> }
}

/// The opening of the game up to the move on the board.
pub fn opening_name(state: &PlayState) -> String {
    opening_text(&state.game.keys()[..=state.shown_ply()])
}

/// The ECO code and name of the opening that a game's positions have in common with the book.
pub fn opening_text(keys: &[u64]) -> String {
    opening(keys)
        .map(|opening| format!("{} {}", opening.eco, opening.name))
        .unwrap_or_default()
}
