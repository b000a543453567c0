//! The board: shows a position, turns clicks, drags, taps and keys into moves.
//!
//! It knows no controller: a page hands it signals and receives the moves made on it.
//! `hand` decides what a touch of a square means, `gestures` and `keyboard` turn events into
//! touches, `motion` moves pieces, the rest draws.

mod arrows;
pub mod captures;
pub mod clock_face;
mod coordinates;
mod drawings;
mod early;
pub mod eval_bar;
mod gestures;
mod hand;
mod keyboard;
mod motion;
pub mod network_overlay;
pub mod players;
mod promotion;
pub mod search_summary;
mod square;
mod view;
mod wheel;

#[cfg(feature = "hydrate")]
pub use coordinates::Coordinates;
#[cfg(feature = "hydrate")]
pub use gestures::carry;
pub use hand::{Ahead, sent_ahead};
pub use motion::place;
pub use view::Board;
pub use wheel::step_of;

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
