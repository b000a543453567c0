//! The second stage: the best position after one move, whatever the answer.

use super::Plodder;
use crate::eval::Judge;
use crate::player::{Control, Decision, Player};
use crate::rules::Game;
use crate::search::SearchLimits;

/// Plays the move after which the position looks best; equal moves are drawn by lot.
pub struct Grabber(Plodder);

impl Grabber {
    /// A grabber that judges as `judge` does.
    #[must_use]
    pub fn new(judge: Judge) -> Grabber {
        Grabber(Plodder::new(judge))
    }
}

impl Player for Grabber {
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
