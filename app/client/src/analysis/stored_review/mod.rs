//! What a review has found, as a short text: a field of the page's address, and a tag of its PGN.
//!
//! `text` writes and reads it, `bytes` its numbers, `lines` its scores and lines. The text is untrusted:
//! what does not fit the moves of the game is an error.

mod bytes;
mod error;
mod lines;
mod text;

pub use error::StoredReviewError;
pub(super) use lines::stored_line;
pub(super) use text::{ReviewedLine, read_review, write_review};
