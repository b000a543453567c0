//! What limits a search: the caller's clock and stop flag, the limits asked for, the time for one
//! move, and `SearchControl`, which counts nodes against all of them.
//!
//! Architecture invariant: knows the rules, and nothing of evaluation, search or players.

mod clock;
mod limits;
mod search_control;
mod smp;
mod stop;
mod time;

pub use clock::{Clock, StoppedClock};
pub use limits::{OVERHEAD, Remaining, SearchLimits};
pub use search_control::POLL_EVERY;
pub(crate) use search_control::SearchControl;
pub use smp::{SharedNodes, ThreadRole};
pub use stop::{NeverStop, Stop, StopReason};
pub(crate) use time::{IterationResult, SoftTimeFactors, time_budget};
