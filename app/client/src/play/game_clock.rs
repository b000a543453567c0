//! The chess clock of a local game.
//!
//! The first move costs no time, so a visitor who opens the page and thinks loses nothing. After it
//! the side to move spends its time, and each move adds the increment.

use engine::rules::{ChessClock, Color};
use serde::{Deserialize, Serialize};
use wire::time_control::TimeControl;

/// The clock with its time control, and its times after each ply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameClock {
    /// The time control of both sides.
    pub control: TimeControl,
    #[serde(rename = "left")]
    pub chess_clock: ChessClock,
    /// Milliseconds of White and Black after each ply, starting with ply 0.
    #[serde(rename = "after")]
    after_plies: Vec<[u32; 2]>,
}

impl GameClock {
    /// Full time for both sides, stopped.
    pub fn new(control: TimeControl) -> Self {
        let left = [control.base_ms(); 2];
        Self {
            control,
            chess_clock: left.into(),
            after_plies: vec![left],
        }
    }

    /// Milliseconds that `color` had left after `ply` plies.
    pub fn left_after(&self, ply: usize, color: Color) -> u32 {
        let now = self.chess_clock.into();
        self.after_plies.get(ply).unwrap_or(&now)[color.index()]
    }

    /// A stopped copy, as saved games hold it.
    pub(crate) fn stopped(&self) -> Self {
        let mut copy = self.clone();
        copy.chess_clock.cancel_turn();
        copy
    }

    /// Ends a turn; the game now has `ply` plies.
    pub(crate) fn press(&mut self, ply: usize, now: u64) {
        self.chess_clock.press(self.control.increment_ms(), now);
        let left = self.chess_clock.into();
        self.after_plies.truncate(ply);
        self.after_plies.resize(ply, left);
        self.after_plies.push(left);
    }

    /// Restores both sides' time after `ply` plies.
    pub(crate) fn rewind(&mut self, ply: usize) {
        self.chess_clock.cancel_turn();
        self.after_plies.truncate(ply + 1);
        if let Some(&left) = self.after_plies.last() {
            self.chess_clock = left.into();
        }
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
        let mut clock = GameClock::new(FIVE_AND_THREE);
        let left = |clock: &GameClock, now| {
            Color::ALL.map(|color| clock.chess_clock.remaining_ms(color, now))
        };
        assert_eq!(left(&clock, 99_000), [300_000, 300_000]);
        clock.press(1, 100_000);
        clock.chess_clock.start(Color::Black, 100_000);
        assert_eq!(left(&clock, 102_500), [300_000, 297_500]);
        clock.press(2, 104_000);
        clock.chess_clock.start(Color::White, 104_000);
        assert_eq!(left(&clock, 104_000), [300_000, 299_000]);
        clock.chess_clock.stop(110_000);
        assert_eq!(left(&clock, 999_000), [294_000, 299_000]);
    }

    #[test]
    fn going_back_restores_both_clocks() {
        let mut clock = GameClock::new(FIVE_AND_THREE);
        clock.press(1, 0);
        clock.chess_clock.start(Color::Black, 0);
        clock.press(2, 10_000);
        clock.chess_clock.start(Color::White, 10_000);
        clock.press(3, 30_000);
        clock.rewind(2);
        assert_eq!(clock.chess_clock, ChessClock::new([300_000, 293_000]));
        clock.rewind(0);
        assert_eq!(clock.chess_clock, ChessClock::new([300_000; 2]));
    }
}
