//! Up to three candidate moves as arrows, which appear and fade as the search changes them.

use std::time::Duration;

use engine::rules::{Move, Square};
use leptos::prelude::*;

use super::motion::{column_and_row, decimal};
use crate::platform::timers::set_timeout;

/// Duration of an arrow's fading; `--arrow-out` in the style sheet.
const FADE_MS: u64 = 240;
const RANKS: [&str; 3] = ["arrow", "arrow second", "arrow third"];

/// A move and the width of its arrow, in per cent.
pub type Arrowed = (Move, u8);

/// The layer of arrows; `moves` is best first.
#[component]
pub fn Arrows(moves: Signal<Vec<Arrowed>>, flipped: Signal<bool>) -> impl IntoView {
    // Includes arrows that are fading.
    let drawn = RwSignal::new(Vec::<Move>::new());
    Effect::new(move |_| {
        let wanted = moves.get();
        let fresh: Vec<Move> = drawn.with_untracked(|drawn| {
            wanted
                .iter()
                .map(|(mv, _)| *mv)
                .filter(|mv| !drawn.contains(mv))
                .collect()
        });
        if !fresh.is_empty() {
            drawn.update(|drawn| drawn.extend(fresh));
        }
        if drawn.with_untracked(|drawn| drawn.len() > wanted.len()) {
            set_timeout(move || forget(drawn, moves), Duration::from_millis(FADE_MS));
        }
    });
    view! {
        <svg class="layer arrows" viewBox="0 0 8 8" aria-hidden="true">
            <For
                each=move || drawn.get()
                key=|mv| mv.raw()
                children=move |mv| view! { <Arrow mv moves flipped /> }
            />
        </svg>
    }
}

/// Drops the arrows that have faded.
fn forget(drawn: RwSignal<Vec<Move>>, moves: Signal<Vec<Arrowed>>) {
    if let Some(wanted) = moves.try_get_untracked() {
        drawn.try_update(|drawn| drawn.retain(|mv| wanted.iter().any(|(other, _)| other == mv)));
    }
}

#[component]
fn Arrow(mv: Move, moves: Signal<Vec<Arrowed>>, flipped: Signal<bool>) -> impl IntoView {
    let rank = move || moves.with(|moves| moves.iter().position(|(other, _)| *other == mv));
    // A fading arrow keeps its width.
    let width = Memo::new(move |before| {
        let now = moves.with(|moves| {
            moves
                .iter()
                .find(|(other, _)| *other == mv)
                .map(|(_, width)| *width)
        });
        now.or(before.copied()).unwrap_or(100)
    });
    let class = move || rank().map_or("arrow leaving", |rank| RANKS[rank.min(2)]);
    let origin = move || {
        let (x, y) = column_and_row(mv.from(), flipped.get());
        format!("{x}.5 {y}.5")
    };
    view! { <path class=class attr:transform-origin=origin d=move || outline(mv.from(), mv.to(), flipped.get(), width.get()) /> }
}

/// The outline of an arrow from the middle of one square to the middle of another, in squares.
pub fn outline(from: Square, to: Square, flipped: bool, width: u8) -> String {
    let width = f64::from(width) / 100.0;
    let (half_shaft, half_head) = (0.085 * width, 0.09 + 0.15 * width);
    const HEAD: f64 = 0.42;
    const GAP: f64 = 0.28;
    const SHORT_OF: f64 = 0.06;
    let at_center = |square| {
        let (x, y) = column_and_row(square, flipped);
        (f64::from(x), f64::from(y))
    };
    let ((from_x, from_y), (to_x, to_y)) = (at_center(from), at_center(to));
    let length = (to_x - from_x).hypot(to_y - from_y);
    let (along_x, along_y) = ((to_x - from_x) / length, (to_y - from_y) / length);
    let at = |along: f64, aside: f64| {
        let x = from_x + 0.5 + along * along_x - aside * along_y;
        let y = from_y + 0.5 + along * along_y + aside * along_x;
        format!("{} {}", decimal(x), decimal(y))
    };
    let tip = length - SHORT_OF;
    let neck = tip - HEAD;
    let corners = [
        at(GAP, half_shaft),
        at(neck, half_shaft),
        at(neck, half_head),
        at(tip, 0.0),
        at(neck, -half_head),
        at(neck, -half_shaft),
        at(GAP, -half_shaft),
    ];
    format!("M{}Z", corners.join("L"))
}
