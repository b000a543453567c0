//! The search budget of a side: depth, nodes, time for a move, or a clock for the game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::search::{Remaining, SearchLimits};

/// A clock for the whole game: `8+0.08` is eight seconds and 80 ms more for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    pub base: Duration,
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected seconds such as 8+0.08, found {0:?}")]
pub struct TimeControlError(pub String);

/// A day.
const MAX_SECONDS: f64 = 86_400.0;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let error = || TimeControlError(text.chars().take(40).collect());
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |part: &str| {
            part.parse::<f64>()
                .ok()
                .filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds))
                .map(Duration::from_secs_f64)
                .ok_or_else(error)
        };
        let control = TimeControl {
            base: seconds(base)?,
            increment: seconds(increment)?,
        };
        if control.base.is_zero() {
            return Err(error());
        }
        Ok(control)
    }
}

/// As it is parsed, and as in PGN's `TimeControl` tag.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, increment) = (self.base.as_secs_f64(), self.increment.as_secs_f64());
        write!(f, "{base}+{increment}")
    }
}

/// The limits of a side; all that are set hold at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchBudget {
    /// Plies.
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// Time for each move.
    pub movetime: Option<Duration>,
    pub time_control: Option<TimeControl>,
}

impl SearchBudget {
    /// Whether no limit is set.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == SearchBudget::default()
    }

    /// Whether equal searches give equal results: no limit depends on time.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        self.movetime.is_none() && self.time_control.is_none()
    }

    /// The limits of a search with `time_left` on the clock, if there is one.
    pub(super) fn limits(&self, time_left: Duration) -> SearchLimits {
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime,
            clock: self.remaining(time_left),
            ..SearchLimits::default()
        }
    }

    /// The clock as the search limits have it.
    pub(super) fn remaining(&self, time_left: Duration) -> Option<Remaining> {
        let control = self.time_control?;
        Some(Remaining {
            time: time_left,
            increment: control.increment,
            moves_to_go: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_in_seconds_and_written_back() {
        let control: TimeControl = "8+0.08".parse().unwrap();
        assert_eq!(control.base, Duration::from_secs(8));
        assert_eq!(control.increment, Duration::from_millis(80));
        assert_eq!(control.to_string(), "8+0.08");
        assert_eq!("60".parse::<TimeControl>().unwrap().to_string(), "60+0");
    }

    #[test]
    fn what_is_no_time_control_is_refused() {
        for text in [
            "", "x", "8+", "+1", "-1+0", "8+-1", "nan", "1+inf", "1e99", "0+0", "0+1", "8+1+1",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
