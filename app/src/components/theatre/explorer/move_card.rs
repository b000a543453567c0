//! What became of one root move: its share of the visits over time.

use client::theatre::{Snapshot, TheatreState};
use engine::rules::{Move, san};
use leptos::prelude::*;

use super::super::figure_list::figure_list;
use super::text::expected;
use crate::components::shared::format::count;
use crate::controllers::theatre::TheatreController;

/// A move as the card shows it.
#[derive(Clone, PartialEq)]
struct ShownMove {
    name: String,
    figures: Vec<(&'static str, String)>,
    /// Its share of the new visits over time, as an SVG path in per cent.
    share: String,
}

#[component]
pub fn MoveCard(theatre: TheatreController) -> impl IntoView {
    let shown = theatre.read_search(shown_move);
    let content = move || {
        shown.get().map(|one| {
            view! {
                <div class="panel-head">
                    <h2>{one.name}</h2>
                    <span class="aside">"its share of the new visits"</span>
                </div>
                <div class="panel-body">
                    <svg
                        class="share-curve"
                        viewBox="0 0 100 100"
                        preserveAspectRatio="none"
                        role="img"
                        aria-label="Share of the new visits over time"
                    >
                        <path d=one.share />
                    </svg>
                    {figure_list(one.figures)}
                </div>
            }
        })
    };
    view! {
        <section class="panel node-card" data-panel="node" aria-label="A move">
            {content}
        </section>
    }
}

/// The root move that is shown, or the best one.
fn shown_move(state: &TheatreState) -> Option<ShownMove> {
    let (tree, snapshot) = (state.explored.as_ref()?, state.snapshot()?);
    let game = state.game.as_ref()?;
    let best = snapshot.moves.first()?;
    let mv = tree.root_move(state.shown_explored()).unwrap_or(best.mv);
    let found = snapshot.of(mv)?;
    let percent = |share: f64| format!("{share:.1} %");
    Some(ShownMove {
        name: san::write(game.position(), mv),
        figures: vec![
            ("Visits", count(found.visits.into())),
            ("Expected", percent(expected(found.q))),
            ("Prior", percent(f64::from(found.prior) / 10.0)),
        ],
        share: share_curve(&tree.snapshots, mv),
    })
}

/// Of the visits between each two moments, how many went to a move.
fn share_curve(moments: &[Snapshot], mv: Move) -> String {
    let mut path = String::new();
    let last = moments.len().saturating_sub(1).max(1) as f64;
    let (mut visits, mut total) = (0, 0);
    for (place, moment) in moments.iter().enumerate() {
        let now = moment.of(mv).map_or(0, |found| found.visits);
        let gained = f64::from(now.saturating_sub(visits));
        let all = f64::from(moment.visits.saturating_sub(total).max(1));
        (visits, total) = (now, moment.visits);
        let step = if path.is_empty() { 'M' } else { 'L' };
        let (x, y) = (
            100.0 * place as f64 / last,
            98.0 - 96.0 * (gained / all).min(1.0),
        );
        path.push_str(&format!("{step}{x:.2} {y:.2}"));
    }
    path
}
