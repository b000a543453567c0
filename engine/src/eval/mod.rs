//! Static evaluation: what a position is worth without looking ahead, in centipawns.
//!
//! `classic` is the article's, kept for teaching; `tuned` is the one that plays. The search calls
//! them through [`Evaluator`]; integers only, so the answer is the same on every target.

mod classic;
mod masks;
mod tapered;
mod tuned;

use crate::rules::Position;

pub use classic::Classic;
pub use tapered::Tapered;
pub use tuned::{Terms, Tuned};

/// A judge of positions.
pub trait Evaluator {
    /// Centipawns from the point of view of the side to move; always smaller in size than
    /// [`LIMIT`].
    fn evaluate(&self, position: &Position) -> i32;

    /// The name under which it is selected and shown.
    fn name(&self) -> &'static str;
}

/// Bound of every evaluation, centipawns: scores from here on are mates.
pub const LIMIT: i32 = 30_000;
