//! The node counts of minimax with and without alpha-beta pruning.

use super::minimax_search::MinimaxSearch;
use crate::control::SearchLimits;
use crate::eval::Evaluation;
use crate::player::Control;
use crate::rules::Game;
use crate::search::NoRecorder;

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
    control: &Control<'_>,
) -> Option<PruningComparison> {
    let with_root = SearchLimits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_add(1)),
        ..limits.clone()
    };
    let count = |prunes| {
        let search = MinimaxSearch {
            depth,
            prunes,
            eval_config: evaluation.into(),
        };
        let found = search.run(game, &with_root, control, NoRecorder)?;
        Some(found.nodes.saturating_sub(1))
    };
    // The cheaper one first: where it fails, the other does too.
    let alpha_beta = count(true)?;
    Some(PruningComparison {
        depth,
        minimax: count(false)?,
        alpha_beta,
    })
}
