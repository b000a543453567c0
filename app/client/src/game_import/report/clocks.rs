//! How the visitor uses the clock.

use super::rate::Rate;
use crate::game_import::game_result::SideResult;

/// Time trouble and haste.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClockReport {
    /// Loss per move in time trouble, tenths of a percentage point.
    pub in_trouble: Rate,
    /// The same with more time.
    pub with_time: Rate,
    /// Blunders after less than two seconds, with time on the clock.
    pub premature: u32,
    /// Games with clocks.
    pub games: u32,
}

impl ClockReport {
    pub(super) fn add(&mut self, side: &SideResult) {
        let (hurried, calm) = (side.in_trouble, side.with_time);
        self.in_trouble.add(hurried.loss, hurried.moves.into());
        self.with_time.add(calm.loss, calm.moves.into());
        self.premature += u32::from(side.premature);
        self.games += u32::from(hurried.moves + calm.moves > 0);
    }
}
