//! The board beside the stage: the position of the node that is shown, with the moves that lead there.

use client::theatre::{TheatreEvent, TheatreState};
use engine::rules::{Color, Move, san};
use engine::search::Explored;
use leptos::prelude::*;

use super::explorer::{chips, step_name};
use super::text::move_name;
use crate::components::Board;
use crate::controllers::theatre::TheatreController;

#[component]
pub fn TheatreBoard(theatre: TheatreController) -> impl IntoView {
    let board = theatre.read_search(TheatreState::board);
    let flipped = theatre.read(|state| {
        let game = state.game.as_ref();
        game.is_some_and(|game| game.position().side_to_move() == Color::Black)
    });
    let arrows = theatre.read_search(arrows);
    view! {
        <section class="theatre-board" aria-label="Board">
            <Board
                position=Signal::derive(move || board.get().0)
                last_move=Signal::derive(move || board.get().1)
                flipped
                active=Signal::derive(|| false)
                hints=Signal::derive(|| false)
                auto_queen=Signal::derive(|| true)
                arrows
                above=move || chips(theatre).into_any()
                on_move=|_: Move| {}
            />
            <Breadcrumb theatre />
        </section>
    }
}

/// The move that a node has its score from: the refutation, or the best move. Of a tree search the most
/// visited moves, as wide as the roots of their visits.
fn arrows(state: &TheatreState) -> Vec<(Move, u8)> {
    if let Some(tree) = &state.explored {
        let shown = state.shown_explored();
        if shown > 0 {
            let best = tree.children(shown).next();
            let mv = best.and_then(|best| tree.nodes[best as usize].mv);
            return mv.map(|mv| (mv, 100)).into_iter().collect();
        }
        let moves = state.snapshot().map_or(&[][..], |moment| &moment.moves);
        let most = moves.first().map_or(1, |found| found.visits.max(1));
        let width = |visits: u32| (100.0 * (f64::from(visits) / f64::from(most)).sqrt()) as u8;
        let arrow = |found: &Explored| (found.mv, width(found.visits).clamp(20, 100));
        return moves.iter().take(3).map(arrow).collect();
    }
    let (Some(view), Some(shown)) = (&state.view, state.shown()) else {
        return Vec::new();
    };
    let best = view.best_child(shown);
    best.and_then(|best| view.node(best).mv)
        .map(|mv| (mv, 100))
        .into_iter()
        .collect()
}

/// The moves from the root to the node, each a button.
#[component]
fn Breadcrumb(theatre: TheatreController) -> impl IntoView {
    let steps = theatre.read_search(|state| {
        if let (Some(tree), Some(game)) = (&state.explored, &state.game) {
            let path = tree.path(state.shown_explored()).into_iter();
            return path
                .map(|index| (index, step_name(tree, game.position(), index)))
                .collect();
        }
        let (Some(view), Some(shown)) = (&state.view, state.shown()) else {
            return Vec::new();
        };
        let path = view.path(shown);
        path.into_iter()
            .map(|index| (index, move_name(view, index)))
            .collect::<Vec<_>>()
    });
    let before = theatre.read(last_moves);
    view! {
        <nav class="breadcrumb figures" aria-label="Moves to this position">
            <span class="before" hidden=move || before.get().is_empty()>{move || before.get()}</span>
            {move || {
                steps
                    .get()
                    .into_iter()
                    .map(|(index, name)| {
                        view! {
                            <button
                                type="button"
                                class="step"
                                on:click=move |_| theatre.dispatch(TheatreEvent::Select(index))
                            >
                                {name}
                            </button>
                        }
                    })
                    .collect_view()
            }}
        </nav>
    }
}

/// Moves before the search that are shown.
const MAX_BEFORE: usize = 4;

/// The last moves before the search, as text.
fn last_moves(state: &TheatreState) -> String {
    let Some(game) = &state.game else {
        return String::new();
    };
    let last = game.moves().len().saturating_sub(MAX_BEFORE);
    let mut position = *game.start();
    let mut sans = Vec::new();
    for (ply, &mv) in game.moves().iter().enumerate() {
        if ply >= last {
            sans.push(san::write(&position, mv));
        }
        position = position.play(mv);
    }
    match last {
        0 => sans.join(" "),
        _ => format!("\u{2026} {}", sans.join(" ")),
    }
}
