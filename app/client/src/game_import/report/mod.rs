//! What many analysed games have in common.
//!
//! [`GamesReport`] takes them in one by one, in any order: sums are of whole numbers, and lists are sorted.
//! `rate` has means with their errors, `openings`, `phases`, `clocks` and `mistakes` the parts, and
//! `group` the groups of typical mistakes. `sentences` says what is more than chance.

mod clocks;
mod games_report;
mod group;
mod mistakes;
mod openings;
mod phases;
mod rate;
mod score;
mod sentences;

pub use clocks::ClockReport;
pub use games_report::GamesReport;
pub use group::MistakeGroup;
pub use mistakes::{GroupReport, MAX_PLACES, MistakePlace, MistakesReport};
pub use openings::{MIN_OPENING_GAMES, OpeningReport, OpeningsReport};
pub use phases::{PhaseReport, PhasesReport};
pub use rate::Rate;
pub use score::GameScore;
