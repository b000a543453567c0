//! Faults of a site of two servers that share PostgreSQL and NATS, while games are played: each acknowledged
//! move is there afterwards, once, and the games go on.
//!
//! [`run`] has `processes` suffer one [`Fault`] after the other. Meanwhile each `pair` plays a game, one player
//! at each server, and a `watcher` watches it; `seat` is the connection of either, which goes to the other
//! server where one does not answer; `requests` are those of other visitors. `report` says what was found.
//! [`soak`] has no process end, but goes on for hours, and samples what each uses.

mod fault;
mod pair;
mod played_games;
mod processes;
mod report;
mod requests;
mod rounds;
mod seat;
mod soak;
mod watcher;

pub use fault::Fault;
pub use report::{FaultReport, print_wrong};
pub use rounds::{FaultPlan, run};
pub use soak::{ProcessUsage, SoakPlan, SoakReport, UsageSample, soak};
