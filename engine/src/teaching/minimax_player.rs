//! Minimax without pruning.

use super::minimax::Minimax;
use super::root::{self, shuffled_moves};
use crate::control::{SearchControl, SearchLimits, ThreadRole};
use crate::eval::{EvalConfig, Evaluator};
use crate::player::{Control, Decision, Player};
use crate::rules::Game;
use crate::search::NoRecorder;
use crate::search::path::Path;
use crate::search::pv::PvTable;

/// Plays by minimax without pruning; ties are broken at random.
pub struct MinimaxPlayer {
    evaluator: Box<dyn Evaluator>,
}

impl MinimaxPlayer {
    /// A player with this evaluation.
    #[must_use]
    pub fn new(eval: EvalConfig) -> MinimaxPlayer {
        MinimaxPlayer {
            evaluator: eval.evaluator(),
        }
    }
}

impl Player for MinimaxPlayer {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let mut search = Minimax {
            evaluator: &mut *self.evaluator,
            control: SearchControl::new(limits, control.clock, control.stop, ThreadRole::Single),
            path: Path::new(game, limits.sight),
            pv: PvTable::new(),
            prunes: false,
            recorder: NoRecorder,
        };
        let moves = shuffled_moves(game.position(), limits, &mut control.rng);
        root::search(&mut search, game, moves, limits, control.report).into()
    }

    fn new_game(&mut self) {}
}
