//! Quiescence search alone, for tree searches: the score of a position once captures have ended, or
//! its static evaluation where quiescence is switched off.

use super::node::Window;
use super::path::Path;
use super::score::INFINITE;
use super::searcher::{SearchSetup, Searcher};
use crate::control::{Clock, SearchControl, SearchLimits, Stop};
use crate::rules::{Game, Position};

/// The ply at which quiescence starts; the two moves before it are unknown.
const PLY: usize = 2;

/// A searcher that looks at captures only.
pub(crate) struct QuiescenceSearcher<'a> {
    searcher: Searcher<'a>,
}

impl<'a> QuiescenceSearcher<'a> {
    /// A searcher whose path ends at the game's position, under the node and time limits.
    pub fn new(
        game: &Game,
        limits: &SearchLimits,
        clock: &'a dyn Clock,
        stop: &'a dyn Stop,
        setup: SearchSetup<'a>,
    ) -> QuiescenceSearcher<'a> {
        let control = SearchControl::new(limits, clock, stop, setup.role);
        QuiescenceSearcher {
            searcher: Searcher::new(game, limits, control, setup),
        }
    }

    pub fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.searcher.control
    }

    pub fn path(&mut self) -> &mut Path {
        &mut self.searcher.path
    }

    /// The score of the position whose key is the last of the path, side to move, centipawns or a
    /// mate. Undefined once the search is over.
    pub fn quiet_score(&mut self, position: &Position) -> i32 {
        let open = Window {
            alpha: -INFINITE,
            beta: INFINITE,
        };
        self.searcher.evaluator.begin(PLY);
        self.searcher.leaf::<false>(position, open, PLY)
    }
}
