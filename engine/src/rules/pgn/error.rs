//! Why a PGN text is invalid, and where.

use super::cursor::Place;
use super::tags::MAX_TAGS;
use crate::rules::{FenError, SanError};

/// A PGN error with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct PgnError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub kind: PgnErrorKind,
}

/// Why a PGN text is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnErrorKind {
    #[error("expected a game, found nothing")]
    Empty,
    #[error("expected a tag's name, made of letters, digits and underscores")]
    TagName,
    #[error("expected the tag's value in double quotes")]
    TagValue,
    #[error("expected ']' after the tag's value")]
    TagEnd,
    #[error("expected at most {MAX_TAGS} tags")]
    TooManyTags,
    #[error("this quote is not closed on its line")]
    UnclosedQuote,
    #[error("this comment is not closed")]
    UnclosedComment,
    #[error("this variation is not closed")]
    UnclosedVariation,
    #[error("expected a number after '$'")]
    Nag,
    #[error("unexpected {found:?}")]
    Unexpected { found: char },
    #[error("SetUp says that the game has its own start position, but there is no FEN")]
    MissingFen,
    #[error("the start position's {0}")]
    Fen(#[from] FenError),
    #[error("this is a game of {name}, and only standard chess is read")]
    Variant { name: String },
    #[error(transparent)]
    Move(#[from] SanError),
}

impl PgnErrorKind {
    pub(super) fn at(self, place: Place) -> PgnError {
        PgnError {
            line: place.line,
            column: place.column,
            kind: self,
        }
    }
}
