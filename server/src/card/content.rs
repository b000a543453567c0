//! What a card says, and its size.

use engine::rules::{Color, Move, Position};

/// The picture's width in pixels: what Open Graph readers show in full.
pub const WIDTH: u32 = 1200;
/// The picture's height in pixels.
pub const HEIGHT: u32 = 630;

pub const BACKGROUND: &str = "#0f0f1a";

/// What a picture says.
#[derive(Clone, Debug)]
pub struct Card {
    /// What stands on the board; a king in check is marked.
    pub position: Position,
    /// The move that led there; its two squares are marked.
    pub last_move: Option<Move>,
    /// Whose side of the board is below.
    pub bottom: Color,
    /// Who plays white.
    pub white: CardPlayer,
    /// Who plays black.
    pub black: CardPlayer,
    /// How it stands, in a few words: "White won".
    pub headline: String,
    /// What else there is to know, in one line: "Checkmate · move 23 · 5+3". May be empty.
    pub detail: String,
}

/// One of the two who play.
#[derive(Clone, Debug)]
pub struct CardPlayer {
    /// Any text. What the fonts cannot draw is left out; if nothing is left, the side's name stands
    /// here.
    pub name: String,
    /// Whether the name stands in quotation marks: it was typed, and is no account's.
    pub is_quoted: bool,
    /// A word beneath the name: "Level 3". May be empty.
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
