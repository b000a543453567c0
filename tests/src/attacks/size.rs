//! How hard an attack is tried.

use std::time::Duration;

/// How long and how hard an attack is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As for the figures of the `attacks` program.
    Full,
    /// As in the tests: a few seconds.
    Short,
}

impl Size {
    /// One of two values.
    pub fn pick<T>(self, full: T, short: T) -> T {
        match self {
            Self::Full => full,
            Self::Short => short,
        }
    }

    /// How long a flood lasts.
    pub fn time(self) -> Duration {
        Duration::from_secs(self.pick(15, 4))
    }
}
