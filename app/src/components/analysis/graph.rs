//! The graph of White's winning chances over the game; a press goes to the move.

use client::analysis::{AnalysisEvent, AnalysisState};
use engine::explain::{Verdict, white_chance};
use engine::rules::NodeId;
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::PointerEvent;

use crate::controllers::analysis::AnalysisController;

/// The size of the view box, which is stretched to the panel.
const WIDTH: usize = 1000;
const HEIGHT: f64 = 300.0;

/// The data of the graph.
#[derive(Clone, PartialEq)]
struct Curve {
    /// The nodes of the line, the start first.
    places: Vec<NodeId>,
    /// Known points: the node's index, and White's chance in per cent.
    points: Vec<(usize, f64)>,
    /// Bad moves, by index.
    marks: Vec<(usize, Verdict)>,
}

#[component]
pub fn Graph(analysis: AnalysisController) -> impl IntoView {
    let curve = analysis.read_search(curve);
    let here = analysis.read(|state| state.tree.path(state.current));
    let drawing = NodeRef::<html::Div>::new();
    let go = move |event: &PointerEvent| {
        let Some(drawing) = drawing.get_untracked() else {
            return;
        };
        let bounds = drawing.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
        let goal = curve.with_untracked(|curve| {
            let last = curve.places.len().saturating_sub(1);
            let index = (share.clamp(0.0, 1.0) * last as f64).round() as usize;
            curve.places.get(index).copied()
        });
        if let Some(goal) = goal {
            analysis.dispatch(AnalysisEvent::GoTo(goal));
        }
    };
    let marks = move || {
        curve.with(|curve| {
            let dot = |&(index, verdict): &(usize, Verdict)| {
                let (x, y) = (x(index, curve.places.len()), y(curve.chance(index)?));
                let class = match verdict {
                    Verdict::Inaccuracy => "dot inaccuracy",
                    Verdict::Mistake => "dot mistake",
                    Verdict::Blunder => "dot blunder",
                };
                Some(view! { <path class=class d=format!("M{x} {y:.1}h0") /> })
            };
            curve.marks.iter().filter_map(dot).collect_view()
        })
    };
    let cursor = move || {
        let index = curve.with(|curve| here.with(|path| curve.last_of(path)));
        let x = index.map(|index| curve.with(|curve| x(index, curve.places.len())))?;
        Some(view! { <path class="cursor" d=format!("M{x} 0V{HEIGHT}") /> })
    };
    view! {
        <div
            class="graph"
            class:empty-graph=move || curve.with(|curve| curve.points.len() < 2)
            node_ref=drawing
            on:pointerdown=move |event| go(&event)
            on:pointermove=move |event| {
                if event.buttons() == 1 {
                    go(&event);
                }
            }
        >
            <svg viewBox="0 0 1000 300" preserveAspectRatio="none" role="img" aria-label=move || curve.with(label)>
                <path class="area" d=move || curve.with(area) />
                <path class="middle" d="M0 150H1000" />
                {marks}
                {cursor}
            </svg>
        </div>
    }
}

impl Curve {
    /// The index of the last node on a path that is in the graph.
    fn last_of(&self, path: &[NodeId]) -> Option<usize> {
        let shared = path.iter().rev().chain(&[NodeId::START]);
        shared
            .filter_map(|place| self.places.iter().position(|known| known == place))
            .next()
    }

    fn chance(&self, index: usize) -> Option<f64> {
        let found = self.points.iter().find(|(known, _)| *known == index);
        found.map(|(_, chance)| *chance)
    }
}

fn curve(state: &AnalysisState) -> Curve {
    let review = state.finished_review();
    // A reviewed game stays shown while a variation is tried.
    let places = match review {
        Some(review) => review.nodes.clone(),
        None => [NodeId::START]
            .into_iter()
            .chain(state.current_line())
            .collect(),
    };
    // The review's own chances, so that they agree with its marks.
    let chance = |index: usize, place: NodeId| match review {
        Some(review) => review.review.chances.get(index).copied(),
        None => {
            let to_move = state.tree.position(place).side_to_move();
            state.score(place).map(|score| white_chance(score, to_move))
        }
    };
    let points = places
        .iter()
        .enumerate()
        .filter_map(|(index, &place)| Some((index, chance(index, place)?)))
        .collect();
    let moves = review.map_or(&[][..], |review| &review.review.moves);
    let marks = moves
        .iter()
        .enumerate()
        .filter_map(|(index, mv)| Some((index + 1, mv.verdict?)))
        .collect();
    Curve {
        places,
        points,
        marks,
    }
}

fn x(index: usize, places: usize) -> usize {
    index * WIDTH / places.saturating_sub(1).max(1)
}

fn y(chance: f64) -> f64 {
    HEIGHT - chance * HEIGHT / 100.0
}

/// The area below the curve.
fn area(curve: &Curve) -> String {
    let (Some(first), Some(last)) = (curve.points.first(), curve.points.last()) else {
        return String::new();
    };
    let x = |index| x(index, curve.places.len());
    let mut path = format!("M{} {HEIGHT}", x(first.0));
    for &(index, chance) in &curve.points {
        path.push_str(&format!("L{} {:.1}", x(index), y(chance)));
    }
    path.push_str(&format!("L{} {HEIGHT}Z", x(last.0)));
    path
}

fn label(curve: &Curve) -> String {
    match curve.points.last() {
        Some((_, chance)) if curve.points.len() > 1 => format!(
            "White\u{2019}s chances over {} half-moves, {chance:.0} % at the end",
            curve.places.len() - 1
        ),
        _ => "White\u{2019}s chances: not known yet".to_owned(),
    }
}
