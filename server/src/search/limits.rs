//! How much one caller may ask of the search threads.

use std::time::Duration;

use app::api::request::{FieldError, Resolved};
use engine::search::SearchLimits;

/// The most that one search may cost.
#[derive(Clone, Copy, Debug)]
pub struct Ceiling {
    /// Time; also the end of searches that name another limit only.
    pub movetime: Duration,
    /// Nodes that may be asked for.
    pub nodes: u64,
    /// Hash table that may be asked for, in MB.
    pub hash_mb: u32,
}

/// The ceiling of the public API.
pub const CEILING: Ceiling = Ceiling {
    movetime: Duration::from_secs(10),
    nodes: 50_000_000,
    hash_mb: 64,
};

impl Ceiling {
    /// Refuses a request that asks for more.
    ///
    /// # Errors
    /// The first field that does, with the most it may hold.
    pub fn check(&self, request: &Resolved) -> Result<(), FieldError> {
        let asked = &request.limits_spec;
        let movetime = u64::try_from(self.movetime.as_millis()).unwrap_or(u64::MAX);
        at_most(
            "limits.movetime_ms",
            asked.movetime_ms.unwrap_or(0),
            movetime,
        )?;
        at_most("limits.nodes", asked.nodes.unwrap_or(0), self.nodes)?;
        at_most("hash_mb", request.hash_mb.into(), self.hash_mb.into())
    }

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

fn at_most(field: &str, found: u64, most: u64) -> Result<(), FieldError> {
    if found <= most {
        return Ok(());
    }
    Err(FieldError::new(
        field,
        format!("expected at most {most}, found {found}"),
    ))
}
