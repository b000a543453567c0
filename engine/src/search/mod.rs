//! Alpha-beta search: finds a move by looking ahead.
//!
//! `player::Calculator` is the way in and owns what a search keeps (`Table`, `History`). From the
//! outside to the inside: `driver` deepens, `root` searches the root's moves, `negamax` a position,
//! `shortcuts` and `singular` save or add depth, `quiescence` ends its lines; `ordering` with
//! `history` says what to try first, `tt` what is
//! known already, `path` what repeats, `watch` and `time` when to stop.
//!
//! Several threads may search one position on one table (`crew`); the caller owns them.
//!
//! One thread is deterministic: the same game, limits, options and hash size give the same nodes,
//! score and move on every target, unless time is limited.

#[cfg(test)]
mod collisions;
mod crew;
mod driver;
mod history;
mod limits;
pub(crate) mod negamax;
mod options;
mod ordering;
pub(crate) mod path;
mod pruning;
pub(crate) mod pv;
mod quiescence;
mod reduction;
mod report;
mod root;
pub(crate) mod score;
mod scout;
mod shortcuts;
mod singular;
pub(crate) mod time;
mod tt;
pub(crate) mod watch;
mod wdl;

pub use crew::{Nodes, Part};
pub use driver::{Setup, run};
pub use history::History;
pub use limits::{OVERHEAD, Remaining, SearchLimits};
pub use options::Options;
pub use report::{Explored, Line, Report, RootMove, Score, Trying};
pub(crate) use scout::Scout;
pub use tt::{Bound, Table, TableTooLarge};
pub(crate) use tt::{Entry, key_of};
pub use watch::POLL_EVERY;

/// The deepest iteration, plies.
pub const MAX_DEPTH: u8 = 100;
