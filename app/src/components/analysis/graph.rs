//! The graph of White's winning chances over the game; a press goes to the move.

use client::analysis::{AnalysisEvent, ChanceCurve, ChancePoint};
use engine::explain::Verdict;
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::PointerEvent;

use crate::controllers::analysis::AnalysisController;

/// The size of the view box, which is stretched to the panel.
const WIDTH: usize = 1000;
const HEIGHT: f64 = 300.0;

#[component]
pub fn Graph(analysis: AnalysisController) -> impl IntoView {
    let curve = analysis.read_search(ChanceCurve::of);
    let here = analysis.read(|state| state.tree.path(state.current));
    let drawing = NodeRef::<html::Div>::new();
    let go = move |event: &PointerEvent| {
        let Some(drawing) = drawing.get_untracked() else {
            return;
        };
        let bounds = drawing.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
        let goal = curve.with_untracked(|curve| {
            let last = curve.nodes.len().saturating_sub(1);
            let index = (share.clamp(0.0, 1.0) * last as f64).round() as usize;
            curve.nodes.get(index).copied()
        });
        if let Some(goal) = goal {
            analysis.dispatch(AnalysisEvent::GoTo(goal));
        }
    };
    let marks = move || {
        curve.with(|curve| {
            let dot = |&(index, verdict): &(usize, Verdict)| {
                let (x, y) = (x(index, curve.nodes.len()), y(curve.chance(index)?));
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
        let x = index.map(|index| curve.with(|curve| x(index, curve.nodes.len())))?;
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
                <path class="area stand-in" d=move || curve.with(whole_area) />
                <path class="area" d=move || curve.with(searched_areas) />
                <path class="middle" d="M0 150H1000" />
                {marks}
                {cursor}
            </svg>
        </div>
        <p class="graph-note" hidden=move || !curve.with(ChanceCurve::has_stand_ins)>
            "Lighter: not searched by the review yet."
        </p>
    }
}

fn x(index: usize, places: usize) -> usize {
    index * WIDTH / places.saturating_sub(1).max(1)
}

fn y(chance: f64) -> f64 {
    HEIGHT - chance * HEIGHT / 100.0
}

/// The area below all points, those that stand in for others among them.
fn whole_area(curve: &ChanceCurve) -> String {
    match curve.has_stand_ins() {
        true => area(&curve.points, curve.nodes.len()),
        false => String::new(),
    }
}

/// The areas below the points that are searched.
fn searched_areas(curve: &ChanceCurve) -> String {
    let runs = curve.points.split(|point| point.is_stand_in);
    runs.map(|run| area(run, curve.nodes.len())).collect()
}

/// The area below some of the points of a line.
fn area(points: &[ChancePoint], nodes: usize) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return String::new();
    };
    let mut path = format!("M{} {HEIGHT}", x(first.index, nodes));
    for point in points {
        path.push_str(&format!(
            "L{} {:.1}",
            x(point.index, nodes),
            y(point.chance)
        ));
    }
    path.push_str(&format!("L{} {HEIGHT}Z", x(last.index, nodes)));
    path
}

fn label(curve: &ChanceCurve) -> String {
    match curve.points.last() {
        Some(last) if curve.points.len() > 1 => format!(
            "White\u{2019}s chances over {} half-moves, {:.0} % at the end",
            curve.nodes.len() - 1,
            last.chance
        ),
        _ => "White\u{2019}s chances: not known yet".to_owned(),
    }
}
