//! The third stage: every move and every answer, as deep as it is told.

use super::deepen::{deepen, shuffled};
use super::minimax::Minimax;
use crate::eval::{Evaluator, Judge};
use crate::player::{Control, Decision, Player};
use crate::rules::Game;
use crate::search::path::Path;
use crate::search::pv::PvTable;
use crate::search::watch::Watch;
use crate::search::{Part, SearchLimits, time};

/// Plays by minimax without pruning; equal moves are drawn by lot.
pub struct Plodder {
    evaluator: Box<dyn Evaluator>,
}

impl Plodder {
    /// A plodder that judges as `judge` does.
    #[must_use]
    pub fn new(judge: Judge) -> Plodder {
        Plodder {
            evaluator: judge.evaluator(),
        }
    }
}

impl Player for Plodder {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let hard = time::budget(limits).hard;
        let mut stage = Minimax {
            evaluator: &mut *self.evaluator,
            watch: Watch::new(control, limits.nodes, hard, Part::Alone),
            path: Path::new(game),
            pv: PvTable::new(),
            prunes: false,
        };
        let moves = shuffled(game.position(), &limits.searchmoves, &mut control.rng);
        deepen(&mut stage, game, &moves, limits, control.report)
    }

    fn new_game(&mut self) {}
}
