//! Limits of one search. The limits of a request are checked by `wire::search::request`.

use std::time::Duration;

use engine::search::SearchLimits;
use wire::search::request::MAX_MOVETIME_MS;

/// The time limit of searches without a shorter one.
pub const MAX_MOVETIME: Duration = Duration::from_millis(MAX_MOVETIME_MS);

/// The same limits with the time bounded.
pub fn bounded(limits: SearchLimits) -> SearchLimits {
    let movetime = limits.movetime.unwrap_or(MAX_MOVETIME).min(MAX_MOVETIME);
    SearchLimits {
        movetime: Some(movetime),
        ..limits
    }
}
