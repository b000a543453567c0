//! Wins, draws and losses.

use engine::rules::Color;

use super::rate::Rate;
use crate::game_import::game_result::GameEnd;

/// The visitor's results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameScore {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Games whose result is not known.
    pub unknown: u32,
    /// Half points by two, so that the mean is the share of the points.
    pub points: Rate,
}

impl GameScore {
    pub(super) fn add(&mut self, end: GameEnd, side: Color) {
        let (count, half_points) = match end {
            GameEnd::Win(winner) if winner == side => (&mut self.wins, 2),
            GameEnd::Win(_) => (&mut self.losses, 0),
            GameEnd::Draw => (&mut self.draws, 1),
            GameEnd::Unknown => {
                self.unknown += 1;
                return;
            }
        };
        *count += 1;
        self.points.add(half_points, 2);
    }

    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses + self.unknown
    }
}
