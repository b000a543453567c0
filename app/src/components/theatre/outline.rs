//! The tree as text: the level of the selected node, to be walked with the arrow keys.

use client::theatre::{TheatreEvent, TheatreState, TreeStep};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;

use super::swatch::swatch;
use super::text::{cause_name, move_name, root_name};
use crate::components::shared::format::{count, score};
use crate::controllers::theatre::TheatreController;

/// The most rows that are shown; positions have at most 218 moves, and moves may be searched again.
const MAX_ROWS: usize = 400;

/// A node of the level.
#[derive(Clone, PartialEq)]
struct OutlineRow {
    index: u32,
    name: String,
    cause: engine::search::Cause,
    /// White's view.
    score: Option<String>,
    nodes: u32,
    has_children: bool,
    is_best: bool,
}

#[component]
pub fn Outline(theatre: TheatreController) -> impl IntoView {
    let rows = theatre.read(rows);
    let selected = theatre.read(|state| state.selected);
    let level = theatre.read(|state| match &state.view {
        Some(view) if view.has(state.selected) => view.level(state.selected) + 1,
        _ => 1,
    });
    let list = NodeRef::<html::Div>::new();
    let on_key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowUp" => TreeStep::Previous,
            "ArrowDown" => TreeStep::Next,
            "ArrowLeft" => TreeStep::Parent,
            "ArrowRight" => TreeStep::FirstChild,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        theatre.dispatch(TheatreEvent::Step(step));
        focus_selected(list);
    };
    let row = move |row: OutlineRow| {
        let index = row.index;
        let is_selected = move || selected.get() == index;
        view! {
            <div
                role="treeitem"
                class="tree-row"
                class:best=row.is_best
                class:skipped=row.nodes == 0
                attr:aria-level=move || level.get().to_string()
                aria-selected=move || is_selected().to_string()
                aria-expanded=row.has_children.then_some("false")
                tabindex=move || if is_selected() { "0" } else { "-1" }
                on:click=move |_| theatre.dispatch(TheatreEvent::Select(index))
                on:dblclick=move |_| theatre.dispatch(TheatreEvent::Step(TreeStep::FirstChild))
            >
                {swatch(row.cause)}
                <span class="name">{row.name}</span>
                <span class="why">{cause_name(row.cause)}</span>
                <span class="figures">{row.score}</span>
                <span class="figures">{(row.nodes > 0).then(|| count(row.nodes.into()))}</span>
            </div>
        }
    };
    let step = move |name: &'static str, step: TreeStep| {
        view! {
            <button
                type="button"
                class="button quiet"
                on:click=move |_| theatre.dispatch(TheatreEvent::Step(step))
            >
                {name}
            </button>
        }
    };
    view! {
        <section class="panel outline" data-panel="outline" aria-label="Moves of this level">
            <div class="panel-head">
                <h2>"In the order of the search"</h2>
                <span class="row">
                    {step("Up", TreeStep::Parent)} {step("Down", TreeStep::FirstChild)}
                </span>
            </div>
            <div class="tree-rows" role="tree" aria-label="Moves" node_ref=list on:keydown=on_key>
                <For each=move || rows.get() key=|row| row.index children=row />
            </div>
        </section>
    }
}

/// The selected node with its siblings.
fn rows(state: &TheatreState) -> Vec<OutlineRow> {
    let Some(view) = state.view.as_ref().filter(|view| view.has(state.selected)) else {
        return Vec::new();
    };
    let row = |index: u32| {
        let node = view.node(index);
        let side = view.board(index).0.side_to_move();
        let root = view.roots().iter().position(|&root| root == index);
        OutlineRow {
            index,
            name: match root {
                Some(place) => root_name(view, place),
                None => move_name(view, index),
            },
            cause: node.cause,
            score: node.score().map(|value| score(value.for_white(side))),
            nodes: node.nodes,
            has_children: view.children(index).next().is_some(),
            is_best: view.is_best(index),
        }
    };
    match view.node(state.selected).parent {
        Some(parent) => view.children(parent).take(MAX_ROWS).map(row).collect(),
        None => view.roots().iter().copied().map(row).collect(),
    }
}

/// Moves the focus to the selected row, once it is there.
fn focus_selected(list: NodeRef<html::Div>) {
    crate::platform::timers::request_animation_frame(move || {
        let row = list
            .try_get_untracked()
            .flatten()
            .and_then(|list| list.query_selector("[aria-selected='true']").ok().flatten());
        if let Some(row) = row.and_then(|row| row.dyn_into::<web_sys::HtmlElement>().ok()) {
            row.focus().ok();
        }
    });
}
