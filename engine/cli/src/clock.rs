//! The machine's monotonic clock, for the engine.

use std::time::{Duration, Instant};

use engine::player::Clock;

/// Counts from its creation.
pub struct WallClock(Instant);

impl WallClock {
    pub fn new() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
