//! The root's moves: from left to right by expected result, as high as their visits, each with the way
//! that it came.

use client::theatre::{ExploredTree, Snapshot, TheatreEvent, TheatreState};
use engine::rules::{Move, san};
use leptos::prelude::*;

use super::text::expected;
use crate::components::shared::format::count;
use crate::controllers::theatre::TheatreController;

/// The least height of a bar with a name, and how far apart names are, per cent of the picture.
const NAMED_HEIGHT: f64 = 2.0;
const NAME_WIDTH: f64 = 6.0;
const NAME_HEIGHT: f64 = 7.0;
/// Space at both sides, per cent of the expected results.
const PADDING: f64 = 2.0;
/// Moves with at least one in so many visits are within the picture; others may be at its edge.
const PART_WITHIN: u32 = 200;

/// A move of the picture.
#[derive(Clone, PartialEq)]
struct Candidate {
    /// Its node in the tree, if it was visited.
    node: Option<u32>,
    name: String,
    /// Place and height, per cent of the picture.
    x: f64,
    height: f64,
    visits: u32,
    expected: f64,
    is_best: bool,
    is_selected: bool,
    /// Whether there is room for its name.
    is_named: bool,
    /// The way of its top through the picture, as an SVG path in per cent.
    trail: String,
}

/// The picture at one moment.
#[derive(Clone, Default, PartialEq)]
struct Chart {
    /// Expected results at the left and right end, per cent.
    ends: (f64, f64),
    candidates: Vec<Candidate>,
}

#[component]
pub fn Candidates(theatre: TheatreController) -> impl IntoView {
    let chart = theatre.read_search(|state| chart(state).unwrap_or_default());
    let bar = move |one: Candidate| {
        let node = one.node;
        let label = format!(
            "{}, {} visits, {:.0} per cent expected",
            one.name,
            count(one.visits.into()),
            one.expected
        );
        view! {
            <button
                type="button"
                class="candidate"
                class:best=one.is_best
                class:selected=one.is_selected
                style=("--x", format!("{:.2}%", one.x))
                style=("--height", format!("{:.2}%", one.height))
                aria-label=label
                on:click=move |_| {
                    if let Some(node) = node {
                        theatre.dispatch(TheatreEvent::Select(node));
                    }
                }
            >
                <span class="candidate-name">{one.is_named.then_some(one.name)}</span>
            </button>
        }
    };
    let trails = move || {
        chart.with(|chart| {
            let trail = |one: &Candidate| {
                let class = match (one.is_selected, one.is_best) {
                    (true, _) => "trail selected",
                    (false, true) => "trail best",
                    (false, false) => "trail",
                };
                view! { <path class=class d=one.trail.clone() /> }
            };
            chart.candidates.iter().map(trail).collect_view()
        })
    };
    view! {
        <div class="stage candidates">
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{trails}</svg>
            {move || chart.get().candidates.into_iter().map(bar).collect_view()}
            <span class="axis left figures">{move || chart.with(|chart| format!("{:.0} %", chart.ends.0))}</span>
            <span class="axis middle">"expected result, the mover\u{2019}s view"</span>
            <span class="axis right figures">{move || chart.with(|chart| format!("{:.0} %", chart.ends.1))}</span>
        </div>
    }
}

fn chart(state: &TheatreState) -> Option<Chart> {
    let (tree, snapshot) = (state.explored.as_ref()?, state.snapshot()?);
    let game = state.game.as_ref()?;
    let start = game.position();
    // One scale for the whole film.
    let ends = ends(tree);
    let most = tree
        .snapshots
        .last()
        .and_then(|last| last.moves.iter().map(|found| found.visits).max())
        .unwrap_or(1)
        .max(1);
    let x = |q: i16| {
        let share = (expected(q) - ends.0) / (ends.1 - ends.0) * 100.0;
        share.clamp(0.0, 100.0)
    };
    let height = |visits: u32| 92.0 * f64::from(visits) / f64::from(most);
    let selected = tree.root_move(state.shown_explored());
    let until = tree
        .snapshots
        .iter()
        .position(|moment| moment == snapshot)
        .map_or(0, |place| place + 1);
    let candidate = |(place, found): (usize, &engine::search::Explored)| Candidate {
        node: node_of(tree, found.mv),
        name: san::write(start, found.mv),
        x: x(found.q),
        height: height(found.visits),
        visits: found.visits,
        expected: expected(found.q),
        is_best: place == 0,
        is_selected: selected == Some(found.mv),
        is_named: false,
        trail: trail(&tree.snapshots[..until], found.mv, &x, &height),
    };
    let visited = snapshot.moves.iter().enumerate();
    let mut candidates: Vec<Candidate> = visited
        .filter(|(_, found)| found.visits > 0)
        .map(candidate)
        .collect();
    name_those_with_room(&mut candidates);
    // The best one is drawn last, above the others.
    candidates.reverse();
    Some(Chart { ends, candidates })
}

/// Names the highest bars, and others that are far enough from them.
fn name_those_with_room(candidates: &mut [Candidate]) {
    let mut named: Vec<(f64, f64)> = Vec::new();
    candidates.sort_by_key(|one| std::cmp::Reverse(one.visits));
    for one in candidates {
        let is_near = |&(x, height): &(f64, f64)| {
            (x - one.x).abs() < NAME_WIDTH && (height - one.height).abs() < NAME_HEIGHT
        };
        one.is_named = one.height >= NAMED_HEIGHT && !named.iter().any(is_near);
        if one.is_named {
            named.push((one.x, one.height));
        }
    }
}

/// The expected results between which most visits are.
fn ends(tree: &ExploredTree) -> (f64, f64) {
    let last = tree.snapshots.last();
    let most = last.map_or(0, |last| last.visits);
    let counts = |found: &&engine::search::Explored| found.visits * PART_WITHIN >= most;
    let moves = last.map_or(&[][..], |last| &last.moves);
    let (low, high) = moves
        .iter()
        .filter(counts)
        .map(|found| expected(found.q))
        .fold((100.0_f64, 0.0_f64), |(low, high), value| {
            (low.min(value), high.max(value))
        });
    ((low - PADDING).max(0.0), (high + PADDING).min(100.0))
}

fn node_of(tree: &ExploredTree, mv: Move) -> Option<u32> {
    tree.children(0)
        .find(|&child| tree.nodes[child as usize].mv == Some(mv))
}

/// The way of a move's top up to a moment.
fn trail(
    moments: &[Snapshot],
    mv: Move,
    x: &impl Fn(i16) -> f64,
    height: &impl Fn(u32) -> f64,
) -> String {
    let mut path = String::new();
    for found in moments.iter().filter_map(|moment| moment.of(mv)) {
        let step = if path.is_empty() { 'M' } else { 'L' };
        let y = 100.0 - height(found.visits);
        path.push_str(&format!("{step}{:.2} {y:.2}", x(found.q)));
    }
    path
}
