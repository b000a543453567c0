//! Limits of one search. The limits of a request are checked by `wire::search::request`.

use std::time::Duration;

use engine::search::SearchLimits;
use wire::search::request::MAX_MOVETIME_MS;

/// The maximum cost of a search.
#[derive(Clone, Copy, Debug)]
pub struct Ceiling {
    /// The time limit of searches without a shorter one.
    pub movetime: Duration,
}

/// The limits of the public API.
pub const CEILING: Ceiling = Ceiling {
    movetime: Duration::from_millis(MAX_MOVETIME_MS),
};

impl Ceiling {
    /// The same limits with the time bounded.
    pub fn under(&self, limits: SearchLimits) -> SearchLimits {
        let movetime = limits
            .movetime
            .map_or(self.movetime, |time| time.min(self.movetime));
        SearchLimits {
            movetime: Some(movetime),
            ..limits
        }
    }
}
