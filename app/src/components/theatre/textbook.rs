//! A small tree as textbooks draw it: windows, and values that back up as the film goes on.

use client::theatre::{PlacedNode, TheatreEvent, TheatreState, TreeView, textbook_tree};
use engine::search::{Cause, CauseFamily, Score};
use leptos::prelude::*;

use super::text::move_name;
use crate::components::shared::format::score;
use crate::controllers::theatre::TheatreController;

/// A node's width and height with the space around it, in units of the drawing.
const COLUMN: f32 = 84.0;
const LEVEL: f32 = 92.0;
/// Half of a node's own width and height.
const HALF_WIDTH: f32 = 36.0;
const HALF_HEIGHT: f32 = 21.0;

/// A node as it is drawn.
#[derive(Clone, PartialEq)]
struct DrawnNode {
    node: u32,
    x: f32,
    y: f32,
    /// The lower middle of the parent.
    from: Option<(f32, f32)>,
    name: String,
    /// Side to move; empty until the film has come to its end.
    value: String,
    window: String,
    /// Whether further moves were cut off.
    is_cut: bool,
    is_bet: bool,
    is_best: bool,
    is_shown: bool,
}

/// The drawing with its size.
#[derive(Clone, Default, PartialEq)]
struct Drawn {
    width: f32,
    height: f32,
    nodes: Vec<DrawnNode>,
}

#[component]
pub fn Textbook(theatre: TheatreController) -> impl IntoView {
    let drawn = theatre.read_search(|state| drawn(state).unwrap_or_default());
    let edges = move || {
        let edge = |node: &DrawnNode| {
            let (x, y) = node.from?;
            let class = if node.is_best { "edge best" } else { "edge" };
            let path = format!("M{x} {y}L{} {}", node.x, node.y - HALF_HEIGHT);
            Some(view! { <path class=class d=path /> })
        };
        drawn.with(|drawn| drawn.nodes.iter().filter_map(edge).collect_view())
    };
    let node = move |node: DrawnNode| {
        let index = node.node;
        let mut class = "textbook-node".to_owned();
        for (holds, name) in [
            (node.is_best, " best"),
            (node.is_bet, " bet"),
            (node.is_shown, " shown"),
        ] {
            if holds {
                class.push_str(name);
            }
        }
        let (x, y) = (node.x, node.y);
        let cut = format!(
            "M{} {}h24M{} {}h24",
            x - 12.0,
            y + HALF_HEIGHT + 5.0,
            x - 12.0,
            y + HALF_HEIGHT + 9.0
        );
        view! {
            <g class=class on:click=move |_| theatre.dispatch(TheatreEvent::Select(index))>
                <rect
                    x=(x - HALF_WIDTH).to_string()
                    y=(y - HALF_HEIGHT).to_string()
                    width=(2.0 * HALF_WIDTH).to_string()
                    height=(2.0 * HALF_HEIGHT).to_string()
                    rx="6"
                />
                <text class="move" x=x.to_string() y=(y - 4.0).to_string()>{node.name}</text>
                <text class="value" x=x.to_string() y=(y + 13.0).to_string()>{node.value}</text>
                <text class="window" x=x.to_string() y=(y - HALF_HEIGHT - 5.0).to_string()>{node.window}</text>
                {node.is_cut.then(|| view! { <path class="cut" d=cut /> })}
            </g>
        }
    };
    view! {
        <section
            class="panel textbook"
            data-panel="textbook"
            aria-label="The branch as a drawing"
            hidden=move || drawn.with(|drawn| drawn.nodes.is_empty())
        >
            <div class="panel-head">
                <h2>"As a textbook draws it"</h2>
                <span class="aside">"window above, value below, for the side to move; two bars: the other moves are cut off"</span>
            </div>
            <div class="table-scroll" tabindex="0" role="region" aria-label="Drawing">
                <svg
                    viewBox=move || drawn.with(|drawn| format!("0 0 {} {}", drawn.width, drawn.height))
                    style:width=move || drawn.with(|drawn| format!("{}px", drawn.width))
                    aria-hidden="true"
                >
                    {edges}
                    {move || drawn.get().nodes.into_iter().map(node).collect_view()}
                </svg>
            </div>
        </section>
    }
}

fn drawn(state: &TheatreState) -> Option<Drawn> {
    let view = state.view.as_ref()?;
    let placed = textbook_tree(view, state.top)?;
    let last_visit = match state.film.is_at_end() {
        true => u32::MAX,
        false => state.film.last_visit(),
    };
    let shown = state.shown();
    let x = |node: &PlacedNode| (node.column + 0.5) * COLUMN;
    let y = |node: &PlacedNode| (f32::from(node.level) + 0.5) * LEVEL;
    let columns = placed.iter().map(|node| node.column).fold(0.0, f32::max) + 1.0;
    let levels = placed.iter().map(|node| node.level).max().unwrap_or(0) + 1;
    let visited = placed
        .iter()
        .filter(|one| view.node(one.node).visit <= last_visit);
    let nodes = visited
        .map(|one| DrawnNode {
            x: x(one),
            y: y(one),
            from: one.parent.map(|parent| {
                let parent = &placed[parent];
                (x(parent), y(parent) + HALF_HEIGHT)
            }),
            is_shown: shown == Some(one.node),
            ..drawn_node(view, one.node, last_visit)
        })
        .collect();
    Some(Drawn {
        width: columns * COLUMN,
        height: f32::from(levels) * LEVEL,
        nodes,
    })
}

fn drawn_node(view: &TreeView, index: u32, last_visit: u32) -> DrawnNode {
    let node = view.node(index);
    let (first, visits) = view.span(index);
    let is_finished = first + visits - 1 <= last_visit;
    let (alpha, beta) = node.window();
    let bound = |value: Option<Score>, open: &str| value.map_or_else(|| open.to_owned(), score);
    DrawnNode {
        node: index,
        x: 0.0,
        y: 0.0,
        from: None,
        name: move_name(view, index),
        value: match (is_finished, node.score()) {
            (true, Some(value)) => score(value),
            _ => "\u{2026}".to_owned(),
        },
        window: format!(
            "{} {}",
            bound(alpha, "\u{2212}\u{221e}"),
            bound(beta, "\u{221e}")
        ),
        is_cut: is_finished
            && matches!(
                node.cause,
                Cause::HashMove | Cause::Capture | Cause::Killer | Cause::Quiet
            ),
        is_bet: node.cause.family() == CauseFamily::Bet,
        is_best: view.is_best(index),
        is_shown: false,
    }
}
