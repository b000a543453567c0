//! The chess clock of a local game: arithmetic on times that the caller passes in.
//!
//! The first move costs no time, so a visitor who opens the page and thinks loses nothing. After it
//! the side to move spends its time, and each move adds the increment.

use engine::rules::Color;
use serde::{Deserialize, Serialize};
use wire::time_control::TimeControl;

/// Both sides' clocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The time control of both sides.
    pub control: TimeControl,
    /// Milliseconds of White and Black when the current turn began.
    #[serde(rename = "left")]
    remaining_ms: [u32; 2],
    /// The same after each ply, starting with ply 0.
    #[serde(rename = "after")]
    after_plies: Vec<[u32; 2]>,
    /// When the current turn began, in monotonic milliseconds; `None` while the clock is stopped.
    #[serde(skip)]
    started_at: Option<u64>,
}

impl Clock {
    /// Full time for both sides, stopped.
    pub fn new(control: TimeControl) -> Self {
        let left = [control.base_ms(); 2];
        Self {
            control,
            remaining_ms: left,
            after_plies: vec![left],
            started_at: None,
        }
    }

    /// Milliseconds that `color` has left at `now`; `turn` is the side to move.
    pub fn remaining_ms(&self, color: Color, turn: Color, now: u64) -> u32 {
        self.reading(color, turn).remaining_ms(now)
    }

    /// The display of `color`'s clock; `turn` is the side to move.
    pub fn reading(&self, color: Color, turn: Color) -> ClockReading {
        ClockReading {
            remaining_ms: self.remaining_ms[color.index()],
            started_at: self.started_at.filter(|_| color == turn),
        }
    }

    /// Milliseconds that `color` had left after `ply` plies.
    pub fn left_after(&self, ply: usize, color: Color) -> u32 {
        let after = self.after_plies.get(ply).unwrap_or(&self.remaining_ms);
        after[color.index()]
    }

    pub fn is_running(&self) -> bool {
        self.started_at.is_some()
    }

    /// A stopped copy, as saved games hold it.
    pub(crate) fn stopped(&self) -> Self {
        Self {
            started_at: None,
            ..self.clone()
        }
    }

    /// Starts the clock of the side to move.
    pub(crate) fn start(&mut self, now: u64) {
        self.started_at = self.started_at.or(Some(now));
    }

    /// Stops the clock and deducts the time that `turn` has spent.
    pub(crate) fn stop(&mut self, turn: Color, now: u64) {
        self.remaining_ms[turn.index()] = self.remaining_ms(turn, turn, now);
        self.started_at = None;
    }

    /// Ends the turn of `mover`; the game now has `ply` plies.
    pub(crate) fn press(&mut self, mover: Color, ply: usize, now: u64) {
        let ran = self.is_running();
        self.stop(mover, now);
        if ran {
            let left = &mut self.remaining_ms[mover.index()];
            *left = left.saturating_add(self.control.increment_ms());
        }
        self.after_plies.truncate(ply);
        self.after_plies.resize(ply, self.remaining_ms);
        self.after_plies.push(self.remaining_ms);
    }

    /// Restores both sides' time after `ply` plies.
    pub(crate) fn rewind(&mut self, ply: usize) {
        self.started_at = None;
        self.after_plies.truncate(ply + 1);
        if let Some(left) = self.after_plies.last() {
            self.remaining_ms = *left;
        }
    }
}

/// One side's clock to display: the time left when it started, and when that was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockReading {
    remaining_ms: u32,
    /// When it started, in monotonic milliseconds; `None` while it is stopped.
    pub started_at: Option<u64>,
}

impl ClockReading {
    /// A clock with `left` milliseconds at `since`; `None` means stopped.
    pub fn new(left: u32, since: Option<u64>) -> Self {
        Self {
            remaining_ms: left,
            started_at: since,
        }
    }

    /// A stopped clock.
    pub fn stopped(left: u32) -> Self {
        Self::new(left, None)
    }

    /// Milliseconds left at `now`.
    pub fn remaining_ms(self, now: u64) -> u32 {
        let spent = self.started_at.map_or(0, |since| now.saturating_sub(since));
        self.remaining_ms
            .saturating_sub(u32::try_from(spent).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE_AND_THREE: TimeControl = TimeControl {
        base_s: 300,
        increment_s: 3,
    };

    #[test]
    fn the_first_move_is_free_and_each_later_one_is_paid_and_rewarded() {
        let mut clock = Clock::new(FIVE_AND_THREE);
        let left =
            |clock: &Clock, turn, now| Color::ALL.map(|color| clock.remaining_ms(color, turn, now));
        assert_eq!(left(&clock, Color::White, 99_000), [300_000, 300_000]);
        clock.press(Color::White, 1, 100_000);
        clock.start(100_000);
        assert_eq!(left(&clock, Color::Black, 102_500), [300_000, 297_500]);
        clock.press(Color::Black, 2, 104_000);
        clock.start(104_000);
        assert_eq!(left(&clock, Color::White, 104_000), [300_000, 299_000]);
        clock.stop(Color::White, 110_000);
        assert_eq!(left(&clock, Color::White, 999_000), [294_000, 299_000]);
    }

    #[test]
    fn going_back_restores_both_clocks() {
        let mut clock = Clock::new(FIVE_AND_THREE);
        clock.press(Color::White, 1, 0);
        clock.start(0);
        clock.press(Color::Black, 2, 10_000);
        clock.start(10_000);
        clock.press(Color::White, 3, 30_000);
        clock.rewind(2);
        assert_eq!(clock.remaining_ms, [300_000, 293_000]);
        clock.rewind(0);
        assert_eq!(
            (clock.remaining_ms, clock.is_running()),
            ([300_000; 2], false)
        );
    }

    #[test]
    fn a_clock_never_goes_below_nothing() {
        let mut clock = Clock::new(FIVE_AND_THREE);
        clock.press(Color::White, 1, 0);
        clock.start(0);
        assert_eq!(clock.remaining_ms(Color::Black, Color::Black, u64::MAX), 0);
    }
}
