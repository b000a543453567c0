//! How long one search may take. What else a request may ask for, its own check bounds
//! (`wire::search::request`).

use std::time::Duration;

use engine::search::SearchLimits;
use wire::search::request::MAX_MOVETIME_MS;

/// The most that one search may cost.
#[derive(Clone, Copy, Debug)]
pub struct Ceiling {
    /// The end of searches that name another limit only, or none.
    pub movetime: Duration,
}

/// The ceiling of the public API.
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
