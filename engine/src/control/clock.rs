//! The caller's clock.

use std::time::Duration;

/// A monotonic clock. The engine has none of its own.
pub trait Clock {
    /// Time since any fixed origin.
    fn now(&self) -> Duration;
}

/// A clock that stands still, for searches limited by depth or nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}
