//! The chess clock: arithmetic on times that the caller passes in.

use super::Color;

/// Both sides' clocks, of which at most one runs.
///
/// Times are milliseconds, points in time those of any monotonic clock. Stored clocks are stopped.
///
/// ```
/// use engine::rules::{ChessClock, Color};
///
/// let mut clock = ChessClock::new([60_000; 2]);
/// clock.start(Color::White, 1_000);
/// assert_eq!(clock.remaining_ms(Color::White, 11_000), 50_000);
/// clock.press(2_000, 11_000);
/// assert_eq!(clock.remaining_ms(Color::White, 99_000), 52_000);
/// clock.start(Color::Black, 11_000);
/// assert_eq!(clock.flag_falls_at(), Some(71_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[u32; 2]", into = "[u32; 2]"))]
pub struct ChessClock {
    /// Time left for White and Black when the running turn began.
    remaining_ms: [u32; 2],
    /// The side whose clock runs, and when its turn began.
    running: Option<(Color, u64)>,
}

impl ChessClock {
    /// A stopped clock with these times for White and Black.
    #[must_use]
    pub fn new(remaining_ms: [u32; 2]) -> ChessClock {
        ChessClock {
            remaining_ms,
            running: None,
        }
    }

    /// The display of a side's clock.
    #[must_use]
    pub fn reading(self, side: Color) -> ClockReading {
        let running = self.running.filter(|(running, _)| *running == side);
        ClockReading {
            remaining_ms: self.remaining_ms[side.index()],
            started_at: running.map(|(_, since)| since),
        }
    }

    /// Time that a side has left at `now`.
    #[must_use]
    pub fn remaining_ms(self, side: Color, now: u64) -> u32 {
        self.reading(side).remaining_ms(now)
    }

    /// The side whose clock runs.
    #[must_use]
    pub fn running(self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// When the running turn began.
    #[must_use]
    pub fn started_at(self) -> Option<u64> {
        self.running.map(|(_, since)| since)
    }

    /// When the running clock's flag falls.
    #[must_use]
    pub fn flag_falls_at(self) -> Option<u64> {
        let (side, since) = self.running?;
        Some(since.saturating_add(u64::from(self.remaining_ms[side.index()])))
    }

    /// Starts a side's clock, unless a clock has started earlier.
    pub fn start(&mut self, side: Color, at: u64) {
        if self.started_at().is_none_or(|since| at < since) {
            self.running = Some((side, at));
        }
    }

    /// Stops the clock and deducts the time spent.
    pub fn stop(&mut self, now: u64) {
        if let Some(side) = self.running() {
            self.remaining_ms[side.index()] = self.remaining_ms(side, now);
            self.running = None;
        }
    }

    /// Stops the clock; a side whose clock ran gets the increment.
    pub fn press(&mut self, increment_ms: u32, now: u64) {
        let mover = self.running();
        self.stop(now);
        if let Some(mover) = mover {
            self.give(mover, increment_ms);
        }
    }

    /// Gives a side time.
    pub fn give(&mut self, side: Color, ms: u32) {
        let remaining = &mut self.remaining_ms[side.index()];
        *remaining = remaining.saturating_add(ms);
    }

    /// Stops the clock; a side has no time left.
    pub fn flag(&mut self, side: Color) {
        self.remaining_ms[side.index()] = 0;
        self.running = None;
    }

    /// Stops the clock as if the running turn had not begun.
    pub fn cancel_turn(&mut self) {
        self.running = None;
    }

    /// Moves the beginning of the running turn.
    pub fn restart_turn(&mut self, at: u64) {
        self.running = self.running.map(|(side, _)| (side, at));
    }
}

impl From<[u32; 2]> for ChessClock {
    fn from(remaining_ms: [u32; 2]) -> ChessClock {
        ChessClock::new(remaining_ms)
    }
}

/// The times when the running turn began.
impl From<ChessClock> for [u32; 2] {
    fn from(clock: ChessClock) -> [u32; 2] {
        clock.remaining_ms
    }
}

/// One side's clock to display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// Time left when it started.
    remaining_ms: u32,
    /// When it started; `None` while it is stopped.
    pub started_at: Option<u64>,
}

impl ClockReading {
    /// A stopped clock.
    #[must_use]
    pub fn stopped(remaining_ms: u32) -> ClockReading {
        ClockReading {
            remaining_ms,
            started_at: None,
        }
    }

    /// Time left at `now`.
    #[must_use]
    pub fn remaining_ms(self, now: u64) -> u32 {
        let spent = self.started_at.map_or(0, |since| now.saturating_sub(since));
        self.remaining_ms
            .saturating_sub(u32::try_from(spent).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_spends_time_and_gets_the_increment() {
        let mut clock = ChessClock::new([60_000, 50_000]);
        clock.press(1_000, 5_000);
        assert_eq!(clock, ChessClock::new([60_000, 50_000]));
        clock.start(Color::Black, 5_000);
        assert_eq!(clock.running(), Some(Color::Black));
        assert_eq!(clock.remaining_ms(Color::White, 9_000), 60_000);
        clock.press(1_000, 9_000);
        assert_eq!(clock, ChessClock::new([60_000, 47_000]));
    }

    #[test]
    fn a_clock_keeps_the_earlier_start_and_spends_nothing_before_it() {
        let mut clock = ChessClock::new([60_000; 2]);
        clock.start(Color::White, 9_000);
        assert_eq!(clock.remaining_ms(Color::White, 3_000), 60_000);
        clock.start(Color::White, 4_000);
        clock.start(Color::White, 7_000);
        assert_eq!(clock.started_at(), Some(4_000));
        clock.restart_turn(8_000);
        assert_eq!(clock.flag_falls_at(), Some(68_000));
        clock.cancel_turn();
        assert_eq!(clock, ChessClock::new([60_000; 2]));
    }

    #[test]
    fn a_clock_never_goes_below_nothing() {
        let mut clock = ChessClock::new([1_000; 2]);
        clock.start(Color::White, 0);
        assert_eq!(clock.remaining_ms(Color::White, u64::MAX), 0);
        clock.stop(u64::MAX);
        assert_eq!(<[u32; 2]>::from(clock), [0, 1_000]);
        clock.start(Color::Black, 0);
        clock.flag(Color::Black);
        assert_eq!(clock, ChessClock::new([0; 2]));
    }
}
