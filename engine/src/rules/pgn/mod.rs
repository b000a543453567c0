//! Portable Game Notation: a game with its tags as text. [`parse`], [`write`] and their like are for
//! everybody; `cursor` is the parser's own.
//!
//! Source of the format: "Standard: Portable Game Notation Specification and Implementation
//! Guide", S. J. Edwards, 1994.

mod cursor;
mod parse;
mod tags;
mod write;

pub use parse::{MAX_TAGS, PgnError, PgnErrorKind, PgnGame, parse};
pub use tags::Tags;
pub use write::{write, write_annotated, write_tree};

use std::collections::BTreeMap;

use super::{Color, Outcome};

/// What is said of a game, by the number of moves played before it is said.
pub type Comments = BTreeMap<usize, String>;

/// How a text says that the game ended; unlike [`Outcome`] it gives no reason, and may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0` or `0-1`
    Win(Color),
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

impl GameResult {
    /// The four texts of the standard.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result with this text.
    pub fn from_text(text: &str) -> Option<GameResult> {
        Some(match text {
            "1-0" => GameResult::Win(Color::White),
            "0-1" => GameResult::Win(Color::Black),
            "1/2-1/2" | "1/2" | "½-½" => GameResult::Draw,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome {
            None => GameResult::Unknown,
            Some(Outcome {
                winner: Some(color),
                ..
            }) => GameResult::Win(color),
            Some(Outcome { winner: None, .. }) => GameResult::Draw,
        }
    }
}
