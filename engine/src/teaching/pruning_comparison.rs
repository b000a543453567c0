//! The node counts of minimax with and without alpha-beta pruning.

use super::minimax::Minimax;
use super::root::FixedDepthSearch;
use crate::control::{SearchControl, SearchLimits, ThreadRole};
use crate::eval::{EvalConfig, Evaluation};
use crate::player::Control;
use crate::rules::Game;
use crate::search::path::Path;
use crate::search::pv::PvTable;
use crate::search::score::INFINITE;

/// Nodes of a search to one fixed depth, without the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PruningComparison {
    /// Plies.
    pub depth: u8,
    /// Nodes of plain minimax.
    pub minimax: u64,
    /// Nodes of alpha-beta with captures first.
    pub alpha_beta: u64,
}

/// Counts both to `depth` plies from the game's position; `None` when a limit (of each search) or the
/// stop flag ended a search.
pub fn compare_pruning(
    game: &Game,
    depth: u8,
    evaluation: Evaluation,
    limits: &SearchLimits,
    control: &mut Control<'_>,
) -> Option<PruningComparison> {
    let count = |prunes| {
        let mut evaluator = EvalConfig::from(evaluation).evaluator();
        let with_root = SearchLimits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_add(1)),
            ..limits.clone()
        };
        let mut search = Minimax {
            evaluator: &mut *evaluator,
            control: SearchControl::new(
                &with_root,
                control.clock,
                control.stop,
                ThreadRole::Single,
            ),
            path: Path::new(game),
            pv: PvTable::new(),
            prunes,
        };
        search.search(game.position(), depth, 0, -INFINITE, INFINITE);
        search
            .control
            .stop_reason()
            .is_none()
            .then(|| search.control.nodes().saturating_sub(1))
    };
    // The cheaper one first: where it fails, the other does too.
    let alpha_beta = count(true)?;
    Some(PruningComparison {
        depth,
        minimax: count(false)?,
        alpha_beta,
    })
}
