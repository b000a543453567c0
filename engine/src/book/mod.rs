//! The opening book, and the names of openings.
//!
//! `lines.txt` and `names.txt` are read once, at the first lookup. Both are indexed by position key, so
//! transpositions are found. `starts` has openings to begin a game with.
//!
//! Architecture invariant: knows the rules alone.

mod lines;
mod names;
mod reader;
mod starts;

pub use lines::{Book, BookMove, Style, UnknownStyle};
pub use names::{Opening, opening};
pub use reader::BookError;
pub use starts::{STARTS, Start};
