//! A one-ply search.

use super::minimax_player::MinimaxPlayer;
use crate::eval::EvalConfig;
use crate::player::{Control, Decision, Player};
use crate::rules::Game;
use crate::search::SearchLimits;

/// Plays the move with the best static evaluation after it; ties are broken at random.
pub struct OnePly(MinimaxPlayer);

impl OnePly {
    /// A player with this evaluation.
    #[must_use]
    pub fn new(eval: EvalConfig) -> OnePly {
        OnePly(MinimaxPlayer::new(eval))
    }
}

impl Player for OnePly {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let one_ply = SearchLimits {
            depth: Some(1),
            ..limits.clone()
        };
        self.0.choose(game, &one_ply, control)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}
