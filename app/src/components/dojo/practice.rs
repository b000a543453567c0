//! A practice game on a board.

use client::dojo::DojoState;
use engine::rules::{Color, Position, Square};
use leptos::prelude::*;

use crate::components::board::still_board::still_board;
use crate::controllers::dojo::DojoController;

/// The position that is shown.
#[derive(Clone, PartialEq)]
struct Shown {
    position: Position,
    last_move: Option<[Square; 2]>,
    caption: String,
}

#[component]
pub fn Practice(dojo: DojoController) -> impl IntoView {
    let shown = dojo.read_search(shown);
    let board = move || {
        shown.get().map(|shown| {
            view! {
                {still_board(&shown.position, shown.last_move)}
                <p class="empty figures">{shown.caption}</p>
            }
        })
    };
    view! {
        <section class="panel" data-panel="practice" aria-label="A practice game" hidden=move || shown.get().is_none()>
            <div class="panel-head">
                <h2>"A practice game"</h2>
            </div>
            <div class="panel-body">{board}</div>
        </section>
    }
}

fn shown(state: &DojoState) -> Option<Shown> {
    let board = state.training.as_ref()?.board.as_ref()?;
    let game = &board.game;
    let result = match board.result() {
        None => format!("move {}", game.position().fullmove_number()),
        Some(Some(Color::White)) => "White has found the mate".to_owned(),
        Some(Some(Color::Black)) => "Black has found the mate".to_owned(),
        Some(None) => "a draw".to_owned(),
    };
    Some(Shown {
        position: *game.position(),
        last_move: game.moves().last().map(|mv| [mv.from(), mv.to()]),
        caption: format!("Generation {} against itself: {result}", board.generation),
    })
}
