//! What pruning saves (S8): the same position, depth and value, counted both ways.

use super::deepen::Stage;
use super::minimax::Minimax;
use crate::eval::{Evaluation, Judge};
use crate::player::Control;
use crate::rules::Game;
use crate::search::path::Path;
use crate::search::pv::PvTable;
use crate::search::score::INFINITE;
use crate::search::watch::Watch;
use crate::search::{Part, SearchLimits, time};

/// Positions visited by a search to one fixed depth, the root not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Savings {
    /// Plies.
    pub depth: u8,
    /// By minimax, which looks at everything.
    pub minimax: u64,
    /// By alpha-beta, captures first.
    pub alpha_beta: u64,
}

/// Counts both ways to `depth` plies from the game's position; `None` when a limit of `limits`
/// (of each count for itself) or the stop came first.
pub fn savings(
    game: &Game,
    depth: u8,
    evaluation: Evaluation,
    limits: &SearchLimits,
    control: &mut Control<'_>,
) -> Option<Savings> {
    let count = |prunes| {
        let mut evaluator = Judge::from(evaluation).evaluator();
        let hard = time::budget(limits).hard;
        let mut search = Minimax {
            evaluator: &mut *evaluator,
            // One more for the root.
            watch: Watch::new(
                control,
                limits.nodes.map(|nodes| nodes.saturating_add(1)),
                hard,
                Part::Alone,
            ),
            path: Path::new(game),
            pv: PvTable::new(),
            prunes,
        };
        search.search(game.position(), depth, 0, -INFINITE, INFINITE);
        search
            .watch
            .over()
            .is_none()
            .then(|| search.watch.nodes().saturating_sub(1))
    };
    // The cheap one first: where it fails, so does the other.
    let alpha_beta = count(true)?;
    Some(Savings {
        depth,
        minimax: count(false)?,
        alpha_beta,
    })
}
