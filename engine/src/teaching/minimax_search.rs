//! Minimax of one position to one depth, with or without alpha-beta pruning.

use super::minimax::Minimax;
use super::root::FixedDepthSearch;
use crate::control::{SearchControl, SearchLimits, ThreadRole};
use crate::eval::EvalConfig;
use crate::player::Control;
use crate::rules::{Game, Move};
use crate::search::path::Path;
use crate::search::pv::PvTable;
use crate::search::score::{self, INFINITE};
use crate::search::{Recorder, Score};

/// What is searched, and how.
#[derive(Clone, Debug)]
pub struct MinimaxSearch {
    /// Plies.
    pub depth: u8,
    /// Alpha-beta pruning, with captures first; the score is the same.
    pub prunes: bool,
    pub eval_config: EvalConfig,
}

/// What a finished search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimaxResult {
    /// Side to move.
    pub score: Score,
    /// The best line; empty where the game is over.
    pub pv: Vec<Move>,
    /// Positions visited, the root's included.
    pub nodes: u64,
}

impl MinimaxSearch {
    /// Searches a position and tells `recorder` of every node, the root's included; `None` when a limit
    /// or the stop flag ended the search.
    pub fn run<T: Recorder>(
        &self,
        game: &Game,
        limits: &SearchLimits,
        control: &Control<'_>,
        recorder: T,
    ) -> Option<MinimaxResult> {
        let mut evaluator = self.eval_config.evaluator();
        let mut search = Minimax {
            evaluator: &mut *evaluator,
            control: SearchControl::new(limits, control.clock, control.stop, ThreadRole::Single),
            path: Path::new(game, limits.sight),
            pv: PvTable::new(),
            prunes: self.prunes,
            recorder,
        };
        let score = search.search(game.position(), self.depth, 0, -INFINITE, INFINITE);
        search
            .control
            .stop_reason()
            .is_none()
            .then(|| MinimaxResult {
                score: score::report(score),
                pv: search.pv.line(0),
                nodes: search.control.nodes(),
            })
    }
}
