//! Both clocks of a game: arithmetic on a time that is handed in.
//!
//! The first move is free: a visitor who opens the page and thinks has lost nothing. From then on the
//! side to move spends its time, and each move adds the increment.

use engine::rules::Color;
use serde::{Deserialize, Serialize};
use wire::time_control::TimeControl;

/// Both clocks, in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// What both sides play by.
    pub control: TimeControl,
    /// What White and Black had when the running turn began.
    left: [u32; 2],
    /// The same after each ply, from 0.
    after: Vec<[u32; 2]>,
    /// When the running turn began, by a clock that never goes back; `None` while both stand.
    #[serde(skip)]
    since: Option<u64>,
}

impl Clock {
    /// Both clocks full, and standing.
    pub fn new(control: TimeControl) -> Self {
        let left = [control.base_ms(); 2];
        Self {
            control,
            left,
            after: vec![left],
            since: None,
        }
    }

    /// What `color` has left at `now`, where it is `turn`'s move.
    pub fn left(&self, color: Color, turn: Color, now: u64) -> u32 {
        self.reading(color, turn).left(now)
    }

    /// The clock of `color` as it is read off, where it is `turn`'s move.
    pub fn reading(&self, color: Color, turn: Color) -> Reading {
        Reading {
            left: self.left[color.index()],
            since: self.since.filter(|_| color == turn),
        }
    }

    /// What `color` had left after so many plies, milliseconds.
    pub fn left_after(&self, ply: usize, color: Color) -> u32 {
        let after = self.after.get(ply).unwrap_or(&self.left);
        after[color.index()]
    }

    /// Whether the clock of the side to move runs.
    pub fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// The same, standing: as it is kept.
    pub(crate) fn at_rest(&self) -> Self {
        Self {
            since: None,
            ..self.clone()
        }
    }

    /// Lets the side to move spend its time.
    pub(crate) fn start(&mut self, now: u64) {
        self.since = self.since.or(Some(now));
    }

    /// Both stand; what was spent is spent.
    pub(crate) fn stop(&mut self, turn: Color, now: u64) {
        self.left[turn.index()] = self.left(turn, turn, now);
        self.since = None;
    }

    /// `mover` has moved, and the game has `ply` plies now.
    pub(crate) fn press(&mut self, mover: Color, ply: usize, now: u64) {
        let ran = self.runs();
        self.stop(mover, now);
        if ran {
            let left = &mut self.left[mover.index()];
            *left = left.saturating_add(self.control.increment_ms());
        }
        self.after.truncate(ply);
        self.after.resize(ply, self.left);
        self.after.push(self.left);
    }

    /// Back to what both had after so many plies (fault 12).
    pub(crate) fn go_back(&mut self, ply: usize) {
        self.since = None;
        self.after.truncate(ply + 1);
        if let Some(left) = self.after.last() {
            self.left = *left;
        }
    }
}

/// A clock as it is read off: what was left when it was set running, and when that was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    left: u32,
    /// Milliseconds, by a clock that never goes back; `None` while it stands.
    pub since: Option<u64>,
}

impl Reading {
    /// So much was left, milliseconds, when it was set running; `None` where it stands.
    pub fn new(left: u32, since: Option<u64>) -> Self {
        Self { left, since }
    }

    /// A clock that stands.
    pub fn standing(left: u32) -> Self {
        Self::new(left, None)
    }

    /// What is left at `now`, milliseconds.
    pub fn left(self, now: u64) -> u32 {
        let spent = self.since.map_or(0, |since| now.saturating_sub(since));
        self.left
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
        let left = |clock: &Clock, turn, now| Color::ALL.map(|color| clock.left(color, turn, now));
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
        clock.go_back(2);
        assert_eq!(clock.left, [300_000, 293_000]);
        clock.go_back(0);
        assert_eq!((clock.left, clock.runs()), ([300_000; 2], false));
    }

    #[test]
    fn a_clock_never_goes_below_nothing() {
        let mut clock = Clock::new(FIVE_AND_THREE);
        clock.press(Color::White, 1, 0);
        clock.start(0);
        assert_eq!(clock.left(Color::Black, Color::Black, u64::MAX), 0);
    }
}
