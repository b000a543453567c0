//! What lies above the squares: the map of a piece, or the truth that spreads.

use client::endgames::{EndgameState, PieceMap, map_label, map_text};
use engine::rules::{Color, Square};
use leptos::prelude::*;

use crate::components::board::column_and_row;
use crate::controllers::endgames::EndgameController;

/// A tile above a square: its place, its class, how strong its colour is, per cent, and its text.
#[derive(Clone, PartialEq)]
struct Tile {
    column: i32,
    row: i32,
    class: &'static str,
    strength: u8,
    text: String,
}

/// The layer.
pub fn map_layer(endgames: EndgameController) -> AnyView {
    let tiles = endgames.read(tiles);
    let spreads = endgames.read(|state| state.spread_on);
    let label = endgames.read(|state| {
        let map = state.shown_map();
        map.map_or_else(String::new, |map| map_text(map, state.side()))
    });
    let tile = |tile: Tile| {
        view! {
            <span
                class=format!("tile {}", tile.class)
                style=("--column", tile.column.to_string())
                style=("--row", tile.row.to_string())
                style=("--strength", format!("{}%", tile.strength))
            >
                <b>{tile.text}</b>
            </span>
        }
    };
    view! {
        <div class="layer tiles figures" class:spreads=spreads aria-hidden="true">
            {move || tiles.get().into_iter().map(tile).collect_view()}
        </div>
        <p class="visually-hidden" role="status">
            {move || label.get()}
        </p>
    }
    .into_any()
}

fn tiles(state: &EndgameState) -> Vec<Tile> {
    let flipped = state.side() == Color::Black;
    let squares = Square::ALL.into_iter();
    if let Some(map) = state.shown_map() {
        let side = state.side();
        let range = range(map);
        return squares
            .filter_map(|square| of_map(map, square, side, range))
            .collect();
    }
    let shares = state
        .spread
        .as_ref()
        .filter(|_| state.spread_on)
        .and_then(|spread| spread.steps.get(state.step));
    let Some(step) = shares else {
        return Vec::new();
    };
    let tile = |square: Square| {
        let (column, row) = column_and_row(square, flipped);
        let share = u16::from(step.shares[square.index()]);
        Tile {
            column,
            row,
            class: "won",
            // The first mates are few: the eye sees the root of a share better than the share.
            strength: ((share * 255).isqrt() * 95 / 255) as u8,
            text: String::new(),
        }
    };
    squares.map(tile).collect()
}

/// The fewest and the most moves to mate of a map.
fn range(map: &PieceMap) -> (u8, u8) {
    let values = map.values.iter().flatten();
    let moves = values.filter_map(|value| value.moves_to_mate());
    moves.fold((u8::MAX, 0), |(least, most), moves| {
        (least.min(moves), most.max(moves))
    })
}

/// Near mates are strong, those that are far away weak.
fn of_map(map: &PieceMap, square: Square, side: Color, (least, most): (u8, u8)) -> Option<Tile> {
    let (class, text) = map_label(map, square.index(), side)?;
    let (column, row) = column_and_row(square, side == Color::Black);
    let moves = map.values[square.index()].and_then(|value| value.moves_to_mate());
    let strength = match moves {
        // The piece itself stays in sight.
        _ if square == map.square => 0,
        Some(moves) if most > least => {
            88 - (40 * u16::from(moves - least) / u16::from(most - least)) as u8
        }
        _ => 72,
    };
    Some(Tile {
        column,
        row,
        class,
        strength,
        text,
    })
}
