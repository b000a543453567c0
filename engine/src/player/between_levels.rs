//! A player between two levels.

use super::strength::Strength;
use super::{Control, Decision, Player};
use crate::rules::Game;
use crate::search::SearchLimits;

/// Plays some moves by the upper level and the others by the lower one; see [`Strength`].
pub(super) struct BetweenLevels {
    pub lower: Box<dyn Player + Send>,
    pub upper: Box<dyn Player + Send>,
    pub strength: Strength,
    pub seed: u64,
}

impl Player for BetweenLevels {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let level = self.strength.level_in(game.position(), self.seed);
        let player = match level == self.strength.lower() {
            true => &mut self.lower,
            false => &mut self.upper,
        };
        player.choose(game, limits, control)
    }

    fn new_game(&mut self) {
        self.lower.new_game();
        self.upper.new_game();
    }
}
