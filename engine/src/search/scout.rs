//! Quiescence alone, for searches of another kind: what a position is worth once captures have
//! ended, or as it stands where quiescence is switched off.

use super::driver::{Setup, searcher};
use super::negamax::{Searcher, Window};
use super::path::Path;
use super::score::INFINITE;
use super::watch::Watch;
use super::{SearchLimits, time};
use crate::player::Control;
use crate::rules::{Game, Position};

/// Where quiescence is told to stand, plies: the two moves before are unknown to it.
const PLY: usize = 2;

/// A searcher that looks no further than captures.
pub(crate) struct Scout<'a> {
    searcher: Searcher<'a>,
}

impl<'a> Scout<'a> {
    /// A scout whose path stands at the game's position, under the limits of nodes and time.
    pub fn new<'c: 'a>(
        game: &Game,
        limits: &SearchLimits,
        control: &Control<'c>,
        setup: Setup<'a>,
    ) -> Scout<'a> {
        let hard = time::budget(limits).hard;
        let watch = Watch::new(control, limits.nodes, hard, setup.part);
        Scout {
            searcher: searcher(game, limits, watch, setup),
        }
    }

    pub fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.searcher.watch
    }

    pub fn path(&mut self) -> &mut Path {
        &mut self.searcher.path
    }

    /// The score of a position whose key is the last of the path, side to move, centipawns or a
    /// mate. Means nothing once the search is over.
    pub fn quiet_score(&mut self, position: &Position) -> i32 {
        let open = Window {
            alpha: -INFINITE,
            beta: INFINITE,
        };
        self.searcher.leaf::<false>(position, open, PLY)
    }
}
