//! Whose map lies on the board: of the piece that is picked up, or of one that is chosen here.

use client::endgames::{EndgameEvent, EndgameState};
use engine::rules::{Color, Piece, Square};
use leptos::prelude::*;

use crate::components::board::{piece_code, piece_name};
use crate::controllers::endgames::EndgameController;

#[component]
pub fn MapChoice(endgames: EndgameController) -> impl IntoView {
    let has_tables = endgames.read(|state| state.has_tables() && !state.spread_on);
    let map_on = endgames.read(|state| state.map_on);
    let pieces = endgames.read(pieces);
    let pinned = endgames.read(|state| state.pinned);
    let piece = move |(square, color, piece): (Square, Color, Piece)| {
        let is_pinned = move || pinned.get() == Some(square);
        let press = move |_| {
            let pinned = (!is_pinned()).then_some(square);
            endgames.dispatch(EndgameEvent::Pin(pinned));
        };
        view! {
            <button
                type="button"
                class="map-piece"
                aria-label=format!("Map of the {} on {square}", piece_name(color, piece))
                aria-pressed=move || is_pinned().to_string()
                on:click=press
            >
                <span class=format!("piece {}", piece_code(color, piece))></span>
            </button>
        }
    };
    view! {
        <section class="map-choice" aria-label="The map" hidden=move || !has_tables.get()>
            <h3>"The map"</h3>
            <p class="empty">
                "Choose a piece: every square shows the game\u{2019}s result with the piece there and the other side to move. A number counts the moves to your mate of the other king, with a minus those until you are mated; = is a draw. It counts as help."
            </p>
            <div class="map-pieces">
                {move || pieces.get().into_iter().map(piece).collect_view()}
                <label class="switch-line">
                    <input
                        type="checkbox"
                        prop:checked=move || map_on.get()
                        on:change=move |event| {
                            endgames.dispatch(EndgameEvent::SetMapOn(event_target_checked(&event)));
                        }
                    />
                    "And of each piece picked up"
                </label>
            </div>
            <p class="legend">
                <span class="key won">"won"</span>
                <span class="key even">"drawn"</span>
                <span class="key lost">"lost"</span>
            </p>
        </section>
    }
}

/// The men on the board, the visitor's first.
fn pieces(state: &EndgameState) -> Vec<(Square, Color, Piece)> {
    let position = state.game.position();
    let men = Square::ALL.into_iter().filter_map(|square| {
        let (color, piece) = position.piece_at(square)?;
        Some((square, color, piece))
    });
    let mut men: Vec<_> = men.collect();
    men.sort_by_key(|(square, color, piece)| {
        (
            *color != state.side(),
            usize::MAX - piece.index(),
            square.index(),
        )
    });
    men
}
