//! Visits and expected results of the root's moves, on the squares that they lead to.

use client::theatre::TheatreState;
use leptos::prelude::*;

use super::text::expected;
use crate::components::board::column_and_row;
use crate::components::shared::format::short_count;
use crate::controllers::theatre::TheatreController;

/// The most moves with a chip.
const MAX_CHIPS: usize = 4;

/// A chip: the column and row of its square, and what it says.
type Chip = (i32, i32, String, String);

/// The layer above the board.
pub fn chips(theatre: TheatreController) -> impl IntoView {
    let chips = theatre.read_search(shown_chips);
    let chip = |(column, row, visits, result): Chip| {
        view! {
            <span
                class="chip figures"
                style=("--column", column.to_string())
                style=("--row", row.to_string())
            >
                <b>{result}</b>
                <span>{visits}</span>
            </span>
        }
    };
    view! {
        <div class="layer chips" aria-hidden="true">
            {move || chips.get().into_iter().map(chip).collect_view()}
        </div>
    }
}

fn shown_chips(state: &TheatreState) -> Vec<Chip> {
    let (Some(snapshot), 0, Some(game)) = (state.snapshot(), state.shown_explored(), &state.game)
    else {
        return Vec::new();
    };
    let flipped = game.position().side_to_move() == engine::rules::Color::Black;
    let mut chips: Vec<Chip> = Vec::new();
    for found in snapshot.moves.iter().take(MAX_CHIPS) {
        let (column, row) = column_and_row(found.mv.to(), flipped);
        // Of two moves to the same square the better one.
        if found.visits > 0 && chips.iter().all(|chip| (chip.0, chip.1) != (column, row)) {
            let result = format!("{:.0}%", expected(found.q));
            chips.push((column, row, short_count(found.visits.into()), result));
        }
    }
    chips
}
