//! Iterative deepening, shared by all searches that deepen.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::report::{Line, Report};
use super::result::SearchResult;
use super::score::{self, INFINITE, MATE};
use crate::control::{SearchControl, SearchLimits, SoftTimeFactors, StopReason, time_budget};
use crate::rules::{Game, Move, Position};

/// A root move with its score, line and nodes.
pub(crate) struct RootCandidate {
    pub mv: Move,
    /// `-INFINITE` where the move was not better than the best.
    pub score: i32,
    /// The score at the depth before.
    pub expected: i32,
    pub pv: Vec<Move>,
    /// Nodes below it, at all depths together.
    pub nodes: u64,
}

impl RootCandidate {
    fn new(mv: Move) -> RootCandidate {
        RootCandidate {
            mv,
            score: -INFINITE,
            expected: -INFINITE,
            pv: vec![mv],
            nodes: 0,
        }
    }

    /// Whether its score is a mate within the depth, which no deeper search improves.
    pub fn is_proven(&self, depth: u8) -> bool {
        score::is_mate(self.score) && self.plies_to_mate() <= i32::from(depth)
    }

    /// Plies to the mate that its score is.
    pub fn plies_to_mate(&self) -> i32 {
        MATE - self.score.abs()
    }
}

/// The root of a search.
pub(crate) struct Root<'r> {
    pub position: Position,
    /// Best first, as of the last finished search.
    pub moves: Vec<RootCandidate>,
    /// Number of lines (MultiPV).
    pub lines: usize,
    pub limits: &'r SearchLimits,
    pub report: &'r mut (dyn FnMut(Report) + 'r),
}

impl<'r> Root<'r> {
    /// The root at the game's position, with these moves.
    pub fn new(
        game: &Game,
        moves: Vec<Move>,
        limits: &'r SearchLimits,
        report: &'r mut (dyn FnMut(Report) + 'r),
    ) -> Root<'r> {
        Root {
            position: *game.position(),
            lines: usize::from(limits.multipv.max(1)).min(moves.len()),
            moves: moves.into_iter().map(RootCandidate::new).collect(),
            limits,
            report,
        }
    }
}

/// What differs between the searches that deepen.
pub(crate) trait DepthSearch<'a> {
    fn control(&mut self) -> &mut SearchControl<'a>;

    /// The static evaluation of the root, side to move.
    fn evaluate_root(&mut self, position: &Position) -> i32;

    /// Searches the root's moves to `depth` plies. Unless the search is over, the first `root.lines`
    /// moves are the best then, sorted.
    fn search_depth(&mut self, root: &mut Root<'_>, depth: u8);

    /// The line of the move at `index`, ranked by its place.
    fn line(&mut self, root: &Root<'_>, depth: u8, index: usize) -> Line;

    /// Whether a mate ends the search after `depth`.
    fn is_mate_enough(&self, root: &Root<'_>, depth: u8) -> bool;

    /// Takes in what a finished depth says about the time for the next one.
    fn update_time(&mut self, _root: &Root<'_>, _factors: &mut SoftTimeFactors) {}

    /// The best line of a depth that the time limit ended, if it may be played.
    fn unfinished_line(&mut self, _root: &mut Root<'_>) -> Option<Line> {
        None
    }
}

/// Searches the root at one depth after the other; a depth that is not finished is discarded, unless
/// [`DepthSearch::unfinished_line`] has a use for it.
pub(crate) fn deepen<'a>(
    search: &mut dyn DepthSearch<'a>,
    mut root: Root<'_>,
    depths: RangeInclusive<u8>,
) -> SearchResult {
    let root = &mut root;
    if root.moves.is_empty() {
        return SearchResult::game_over(search.control().elapsed_ms());
    }
    let budget = time_budget(root.limits);
    let mut factors = SoftTimeFactors::default();
    let mut finished = vec![static_line(search, root)];
    let mut depth_reached = 0;
    let mut stop_reason = StopReason::Depth;
    for depth in depths {
        search.search_depth(root, depth);
        if let Some(reason) = search.control().stop_reason() {
            stop_reason = reason;
            break;
        }
        depth_reached = depth;
        finished = (0..root.lines)
            .map(|index| search.line(root, depth, index))
            .collect();
        for line in &finished {
            (root.report)(Report::Depth(line.clone()));
        }
        search.update_time(root, &mut factors);
        if let Some(reason) = should_stop(search, root, depth, budget.scaled_soft(&factors)) {
            stop_reason = reason;
            break;
        }
    }
    if stop_reason == StopReason::Time
        && let Some(line) = search.unfinished_line(root)
    {
        finished = vec![line];
    }
    SearchResult::new(finished, depth_reached, stop_reason, search.control())
}

/// The line of depth 0, for a search that ends before depth 1: the first move with the static
/// evaluation.
fn static_line<'a>(search: &mut dyn DepthSearch<'a>, root: &Root<'_>) -> Line {
    let eval = search.evaluate_root(&root.position);
    Line {
        score: score::report(eval),
        ..search.line(root, 0, 0)
    }
}

/// Why a finished depth is the last one, if it is; `soft` is the soft time limit.
fn should_stop<'a>(
    search: &mut dyn DepthSearch<'a>,
    root: &Root<'_>,
    depth: u8,
    soft: Option<Duration>,
) -> Option<StopReason> {
    let limits = root.limits;
    if search.is_mate_enough(root, depth) {
        return Some(StopReason::Mate);
    }
    let control = search.control();
    if limits
        .soft_nodes
        .is_some_and(|limit| control.nodes() >= limit)
    {
        return Some(StopReason::Nodes);
    }
    let reason = if root.moves.len() == 1 && (limits.move_only || soft.is_some()) {
        StopReason::OnlyMove
    } else if control.elapsed() >= soft? {
        StopReason::Time
    } else {
        return None;
    };
    // Pondering goes on until the opponent moves.
    if control.is_pondering() {
        control.end_with_pondering();
        return None;
    }
    Some(reason)
}
