//! Matches between players: who is stronger, by how much, and how sure that is.
//!
//! Pure: threads, files, processes and time belong to the caller (`ponder arena`, the page).
//! [`Openings`] names the positions that games start from, [`Umpire`] plays one game between two
//! [`Contestant`]s, [`Schedule`] hands out pairs of games and counts what comes back, [`Estimate`]
//! and [`Sprt`] say what the count means.
//!
//! Every opening is played twice with colours swapped, and the pair is the unit of all statistics:
//! its two games are not independent, the pairs are.

mod adjudication;
mod allowance;
mod config;
mod contestant;
mod estimate;
mod opening;
mod pgn;
mod record;
mod schedule;
mod sprt;
mod tally;
mod umpire;

#[cfg(test)]
mod tests;

pub(crate) use adjudication::Adjudicator;
pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use allowance::{Allowance, TimeControl, TimeControlError};
pub use config::{Config, ConfigError, MAX_HASH_MB};
pub use contestant::{Answer, Contestant, Fault, FaultKind, Ours, Turn};
pub use estimate::Estimate;
pub use opening::Openings;
pub use pgn::{Labels, read_score, write};
pub use record::{End, GameRecord, PairRecord, Point, RecordError};
pub use schedule::Schedule;
pub use sprt::{Sprt, Verdict};
pub use tally::{Faults, Tally};
pub use umpire::{Ending, Played, Seat, Umpire};
