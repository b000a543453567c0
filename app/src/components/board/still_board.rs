//! A board to look at.

use engine::rules::{Color, File, Position, Rank, Square};
use leptos::prelude::*;

use super::{kind_name, piece_code};

/// A small board with the position and the two squares of the last move, White at the bottom.
pub fn still_board(position: &Position, last_move: Option<[Square; 2]>) -> AnyView {
    view! {
        <div class="still-board" role="img" aria-label=in_words(position)>
            {still_squares(position, last_move)}
        </div>
    }
    .into_any()
}

/// The position in words: "White: king b1, pawn c5. Black: king a3. White to move."
fn in_words(position: &Position) -> String {
    let side = |color: Color| {
        let squares = Square::ALL.into_iter().filter_map(|square| {
            let (owner, piece) = position.piece_at(square)?;
            (owner == color).then(|| format!("{} {square}", kind_name(piece)))
        });
        squares.collect::<Vec<_>>().join(", ")
    };
    let turn = match position.side_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    };
    format!(
        "White: {}. Black: {}. {turn} to move.",
        side(Color::White),
        side(Color::Black)
    )
}

/// The 64 squares, from a8 to h1.
pub fn still_squares(position: &Position, last_move: Option<[Square; 2]>) -> AnyView {
    let square = |square: Square| {
        let mark = last_move
            .is_some_and(|squares| squares.contains(&square))
            .then_some("mark");
        let piece = position.piece_at(square);
        let piece = piece.map(|(color, piece)| format!("piece {}", piece_code(color, piece)));
        let class = match (piece, mark) {
            (Some(piece), Some(mark)) => Some(format!("{piece} {mark}")),
            (piece, mark) => piece.or(mark.map(str::to_owned)),
        };
        view! { <i class=class></i> }
    };
    let ranks = Rank::ALL.into_iter().rev();
    let squares = ranks.flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)));
    squares.map(square).collect_view().into_any()
}
