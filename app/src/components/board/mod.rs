//! The board: shows a position, turns clicks, drags, taps and keys into moves.
//!
//! `board_input` decides what a tap on a square means, `gestures` and `keyboard` turn events into
//! taps and drags, `motion` animates pieces, the rest draws.
//!
//! Architecture invariant: `Board` knows no controller; a page gives it signals and receives its
//! moves.

mod arrows;
mod board_input;
pub mod captures;
pub mod character_signs;
pub mod clock_face;
pub mod coordinates;
pub mod drawings;
mod early_taps;
pub mod eval_bar;
pub mod gestures;
mod keyboard;
mod motion;
pub mod network_overlay;
pub mod players;
mod promotion;
pub mod rings;
pub mod search_summary;
mod square;
pub mod still_board;
mod view;
mod wheel;

pub use arrows::outline as arrow_outline;
pub use board_input::{Premoves, premove};
pub use motion::column_and_row;
pub use view::Board;
pub use wheel::wheel_step;

use engine::rules::{Color, Piece};

/// The name of a piece's drawing: `wP`, `bK`.
pub(crate) fn piece_code(color: Color, piece: Piece) -> &'static str {
    match (color, piece) {
        (Color::White, Piece::Pawn) => "wP",
        (Color::White, Piece::Knight) => "wN",
        (Color::White, Piece::Bishop) => "wB",
        (Color::White, Piece::Rook) => "wR",
        (Color::White, Piece::Queen) => "wQ",
        (Color::White, Piece::King) => "wK",
        (Color::Black, Piece::Pawn) => "bP",
        (Color::Black, Piece::Knight) => "bN",
        (Color::Black, Piece::Bishop) => "bB",
        (Color::Black, Piece::Rook) => "bR",
        (Color::Black, Piece::Queen) => "bQ",
        (Color::Black, Piece::King) => "bK",
    }
}

/// A piece in words: "white pawn".
pub(crate) fn piece_name(color: Color, piece: Piece) -> String {
    let color = match color {
        Color::White => "white",
        Color::Black => "black",
    };
    format!("{color} {}", kind_name(piece))
}

/// A kind of piece in words: "pawn".
pub(crate) fn kind_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}
