//! The way into the search.

use super::MAX_DEPTH;
use super::deepening::{Root, deepen};
use super::move_picker;
use super::report::Report;
use super::result::SearchResult;
use super::root_search::RootSearch;
use super::rules::{ChosenRules, SearchRules, Shipped};
use super::searcher::{SearchSetup, Searcher};
use super::trace::Recorder;
use crate::control::{Clock, SearchControl, SearchLimits, Stop};
use crate::rules::Game;

/// Searches the game's position. See [`Player::choose`](crate::player::Player::choose).
pub fn run<R: SearchRules, T: Recorder>(
    game: &Game,
    limits: &SearchLimits,
    clock: &dyn Clock,
    stop: &dyn Stop,
    report: &mut dyn FnMut(Report),
    setup: SearchSetup<'_, R, T>,
) -> SearchResult {
    let control = SearchControl::new(limits, clock, stop, setup.role);
    let depths = setup.role.first_depth()..=last_depth(limits);
    let moves = limits.root_moves(move_picker::root_order(game.position()));
    let mut search = RootSearch::new(Searcher::new(game, limits, control, setup));
    deepen(&mut search, Root::new(game, moves, limits, report), depths)
}

/// Rules by which searches run that nothing records.
///
/// [`run`] for each type by name, so that these searches are compiled with this crate, once and as fast
/// as it is, and not again in every crate that makes a player search.
pub trait RunSearch: SearchRules {
    /// See [`run`].
    fn run(
        game: &Game,
        limits: &SearchLimits,
        clock: &dyn Clock,
        stop: &dyn Stop,
        report: &mut dyn FnMut(Report),
        setup: SearchSetup<'_, Self>,
    ) -> SearchResult;
}

/// Implements [`RunSearch`] for the types.
macro_rules! run_search {
    ($($rules:ty),*) => {
        $(impl RunSearch for $rules {
            fn run(
                game: &Game,
                limits: &SearchLimits,
                clock: &dyn Clock,
                stop: &dyn Stop,
                report: &mut dyn FnMut(Report),
                setup: SearchSetup<'_, Self>,
            ) -> SearchResult {
                run(game, limits, clock, stop, report, setup)
            }
        })*
    };
}

run_search!(Shipped, ChosenRules);

/// The last depth of iterative deepening, plies.
fn last_depth(limits: &SearchLimits) -> u8 {
    // A mate in n takes 2n - 1 plies; mate itself is seen at the leaf.
    let for_mate = limits.mate.map(|moves| moves.max(1).saturating_mul(2) - 1);
    let depth = limits
        .depth
        .unwrap_or(MAX_DEPTH)
        .min(for_mate.unwrap_or(MAX_DEPTH));
    depth.clamp(1, MAX_DEPTH)
}
