//! Portable Game Notation (PGN): [`parse()`] and [`write()`]; with annotations [`parse_annotated`]
//! and [`write_annotated_tree`]; of many games [`games`].
//!
//! Source of the format: "Standard: Portable Game Notation Specification and Implementation
//! Guide", S. J. Edwards, 1994.

mod annotated;
mod annotations;
mod commands;
mod comment_text;
mod cursor;
mod drawing;
mod error;
mod game_texts;
mod parse;
mod read_tags;
mod read_variation;
mod sink;
mod stated_evaluation;
mod tags;
mod tokens;
mod tree_annotations;
mod write;
mod write_annotated;

pub use annotated::{AnnotatedGame, SkippedParts, parse_annotated};
pub use annotations::{Annotations, MAX_DRAWINGS, MAX_NAGS, MOVE_QUALITY_NAGS};
pub use drawing::{Drawing, DrawingColor, DrawingShape};
pub use error::{PgnError, PgnErrorKind};
pub use game_texts::{GameError, GameText, games};
pub use parse::{PgnGame, parse};
pub use read_tags::parse_tags;
pub use stated_evaluation::{
    MAX_STATED_CENTIPAWNS, MAX_STATED_MATE, StatedEvaluation, StatedScore,
};
pub use tags::{MAX_TAGS, Tags};
pub use tree_annotations::TreeAnnotations;
pub use write::{write, write_annotated, write_tree};
pub use write_annotated::write_annotated_tree;

use std::collections::BTreeMap;

use super::{Color, Outcome, Reason};

/// Comments by the number of moves before them.
pub type Comments = BTreeMap<usize, String>;

/// The result of a PGN text; unlike [`Outcome`] without a reason, and it may be open.
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

    /// The outcome. A PGN does not say its reason: a win counts as a resignation, a draw as agreed.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            GameResult::Win(color) => Some(Outcome::win(color, Reason::Resignation)),
            GameResult::Draw => Some(Outcome::draw(Reason::Agreement)),
            GameResult::Unknown => None,
        }
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
