//! Matches between players: which one is stronger, by how much, and how sure that is.
//!
//! [`Openings`] are the positions that games start from, [`GameRunner`] plays one game between two
//! [`MatchPlayer`]s, [`Schedule`] hands out pairs of games and counts their results, [`EloEstimate`],
//! [`Ratings`] and [`Sprt`] evaluate the count.
//!
//! Every opening is played twice with colours swapped, and the pair is the unit of all statistics:
//! its two games are not independent, the pairs are.
//!
//! Architecture invariant: threads, files, processes and time belong to the caller.

mod adjudication;
mod elo;
mod game_runner;
mod match_player;
mod match_stats;
mod openings;
mod pair_record;
mod pgn;
mod ratings;
mod schedule;
mod search_budget;
mod side_config;
mod sprt;

#[cfg(test)]
mod tests;

pub(crate) use adjudication::Adjudicator;
pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use elo::EloEstimate;
pub(crate) use elo::Z_95;
pub use game_runner::{FinishedGame, GameRunner, GameSide, Termination};
pub use match_player::{Fault, FaultKind, InProcessPlayer, MatchPlayer, MoveReply, MoveRequest};
pub use match_stats::{FaultCounts, MatchStats};
pub use openings::Openings;
pub use pair_record::{GameRecord, PairRecord, PairRecordError, SideResult, TerminationKind};
pub use pgn::{PgnTags, parse_score, write_pgn};
pub use ratings::{Encounter, Rating, Ratings};
pub use schedule::Schedule;
pub use search_budget::{SearchBudget, TimeControl, TimeControlError};
pub use side_config::{InProcessConfig, MAX_HASH_MB, SideConfig, SideConfigError};
pub use sprt::{Sprt, SprtDecision};
