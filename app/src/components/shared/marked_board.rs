//! A board with marked squares and moves as arrows, under the visitor's settings.

use engine::rules::{BitBoard, Move, Position};
use leptos::prelude::*;

use crate::components::Board;
use crate::components::board::rings::rings_layer;
use crate::preferences::use_prefs;

/// The board beside which an exercise or a line is told of.
#[component]
pub fn MarkedBoard(
    #[prop(into)] position: Signal<Position>,
    #[prop(into)] last_move: Signal<Option<Move>>,
    /// Whether Black is at the bottom.
    #[prop(into)]
    flipped: Signal<bool>,
    /// Whether the visitor may move.
    #[prop(into)]
    active: Signal<bool>,
    /// Moves that are drawn.
    #[prop(into)]
    arrows: Signal<Vec<Move>>,
    /// Squares with rings.
    #[prop(into)]
    marked: Signal<BitBoard>,
    #[prop(into)] on_move: Callback<Move>,
) -> impl IntoView {
    let prefs = use_prefs();
    let arrows = move || arrows.with(|moves| moves.iter().map(|&mv| (mv, 100)).collect::<Vec<_>>());
    view! {
        <section class="lesson-board" aria-label="Board">
            <Board
                position
                last_move
                flipped
                active
                hints=Signal::derive(move || prefs.with(|prefs| prefs.settings.hints))
                auto_queen=Signal::derive(move || prefs.with(|prefs| prefs.settings.auto_queen))
                arrows=Signal::derive(arrows)
                above=move || rings_layer(marked, flipped)
                on_move
            />
        </section>
    }
}
