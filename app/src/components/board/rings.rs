//! Rings around squares that a sentence speaks of.

use engine::rules::BitBoard;
use leptos::prelude::*;

use super::motion::column_and_row;

/// A layer of a board with a ring around each of these squares.
pub fn rings_layer(squares: Signal<BitBoard>, flipped: Signal<bool>) -> AnyView {
    let rings = move || {
        let ring = |square| {
            let (column, row) = column_and_row(square, flipped.get());
            let (x, y) = (format!("{column}.5"), format!("{row}.5"));
            view! { <circle cx=x cy=y r=".43" fill="none" stroke="#007f7f" stroke-width=".1" /> }
        };
        squares.get().into_iter().map(ring).collect_view()
    };
    view! {
        <svg class="layer" width="100%" height="100%" viewBox="0 0 8 8" aria-hidden="true">
            {rings}
        </svg>
    }
    .into_any()
}
