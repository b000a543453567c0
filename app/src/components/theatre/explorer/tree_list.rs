//! The tree as a list: the moves of the selected position, the most visited first.

use client::theatre::{TheatreEvent, TheatreState};
use leptos::prelude::*;

use super::text::{expected, step_name};
use crate::components::shared::format::count;
use crate::controllers::theatre::TheatreController;

/// A move of the list.
#[derive(Clone, PartialEq)]
struct ExploredRow {
    node: u32,
    name: String,
    visits: u32,
    /// Of the parent's visits, per cent.
    share: u32,
    expected: String,
    prior: String,
    is_proven: bool,
}

#[component]
pub fn TreeList(theatre: TheatreController) -> impl IntoView {
    let rows = theatre.read(rows);
    let parent = theatre.read(|state| {
        let tree = state.explored.as_ref()?;
        tree.nodes.get(state.selected as usize)?.parent
    });
    let up = move |_| {
        if let Some(parent) = parent.get_untracked() {
            theatre.dispatch(TheatreEvent::Select(parent));
        }
    };
    let row = move |row: ExploredRow| {
        let node = row.node;
        view! {
            <li>
                <button
                    type="button"
                    class="explored-row"
                    style=("--share", format!("{}%", row.share))
                    on:click=move |_| theatre.dispatch(TheatreEvent::Select(node))
                >
                    <span class="name">{row.name}</span>
                    <span class="figures">{count(row.visits.into())}</span>
                    <span class="figures">{row.expected}</span>
                    <span class="figures">{row.prior}</span>
                    <span class="why">{row.is_proven.then_some("proven")}</span>
                </button>
            </li>
        }
    };
    view! {
        <section class="panel outline" data-panel="outline" aria-label="Moves from here">
            <div class="panel-head">
                <h2>"Most visited first"</h2>
                <button type="button" class="button quiet" disabled=move || parent.get().is_none() on:click=up>
                    "Up"
                </button>
            </div>
            <p class="explored-head empty" aria-hidden="true">
                <span>"Move"</span> <span>"Visits"</span> <span>"Expected"</span> <span>"Prior"</span>
            </p>
            <ol class="tree-rows">{move || rows.get().into_iter().map(row).collect_view()}</ol>
            <p class="empty nothing" hidden=move || !rows.with(Vec::is_empty)>
                "Nothing below was visited."
            </p>
        </section>
    }
}

fn rows(state: &TheatreState) -> Vec<ExploredRow> {
    let (Some(tree), Some(game)) = (&state.explored, &state.game) else {
        return Vec::new();
    };
    if !tree.has(state.selected) {
        return Vec::new();
    }
    let all = tree.nodes[state.selected as usize].visits.max(1);
    let row = |child: u32| {
        let node = &tree.nodes[child as usize];
        ExploredRow {
            node: child,
            name: step_name(tree, game.position(), child),
            visits: node.visits,
            share: 100 * node.visits / all,
            expected: format!("{:.0} %", expected(node.q)),
            prior: format!("{:.0} %", f64::from(node.prior) / 10.0),
            is_proven: node.is_proven,
        }
    };
    tree.children(state.selected).map(row).collect()
}
