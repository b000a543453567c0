//! Opening theory (B1, B2): which moves are played from a position, and what it is called.
//!
//! `lines.txt` and `names.txt` hold the knowledge as text; both are looked up by position key, so
//! transpositions count. They are read once, at the first question. `starts` are openings to begin a
//! game with.

mod lines;
mod names;
mod reader;
mod starts;

pub use lines::{Book, BookMove, Style, UnknownStyle};
pub use names::{Opening, opening};
pub use reader::BookError;
pub use starts::{STARTS, Start};
