//! The content of a card, and its size.

use engine::rules::{Color, Move, Position};

/// The width in pixels, as Open Graph readers show it in full.
pub const WIDTH: u32 = 1200;
/// The height in pixels.
pub const HEIGHT: u32 = 630;

pub const BACKGROUND: &str = "#0f0f1a";

/// The content of a card.
#[derive(Clone, Debug)]
pub struct Card {
    /// The position; a king in check is marked.
    pub position: Position,
    /// The last move; its squares are marked.
    pub last_move: Option<Move>,
    /// The side at the bottom.
    pub bottom: Color,
    /// The player of White.
    pub white: CardPlayer,
    /// The player of Black.
    pub black: CardPlayer,
    /// The status in a few words: "White won".
    pub headline: String,
    /// Details in one line: "Checkmate · move 23 · 5+3". May be empty.
    pub detail: String,
}

/// A player on a card.
#[derive(Clone, Debug)]
pub struct CardPlayer {
    /// Any text. Letters that the fonts lack are left out; if nothing is left, the side's name is
    /// shown.
    pub name: String,
    /// Whether the name is quoted, because it was typed and is no account's.
    pub is_quoted: bool,
    /// A note below the name: "Level 3". May be empty.
    pub note: String,
}

impl Card {
    /// The player of one side.
    pub fn player(&self, side: Color) -> &CardPlayer {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}
