//! Counts what is in a position (`report`) and what the moves of a game cost (`review`).

mod report;
mod review;

pub use report::{PAWNS_WORTH, PositionReport, report};
pub use review::{MOST_CP, Review, ReviewedMove, Verdict, move_accuracy, review, win_percent};
