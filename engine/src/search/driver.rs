//! Iterative deepening.

use super::MAX_DEPTH;
use super::report::{Line, Report};
use super::result::SearchResult;
use super::root_search::{RootCandidate, RootSearch, root_candidates};
use super::score::{self, MATE};
use super::searcher::{SearchSetup, Searcher};
use super::tt::key_of;
use crate::control::{
    Clock, IterationResult, SearchControl, SearchLimits, SoftTimeFactors, Stop, StopReason,
    TimeBudget, time_budget,
};
use crate::rules::{Game, Move};
use crate::short;

/// Searches the game's position. See [`Player::choose`](crate::player::Player::choose).
pub fn run(
    game: &Game,
    limits: &SearchLimits,
    clock: &dyn Clock,
    stop: &dyn Stop,
    report: &mut dyn FnMut(Report),
    setup: SearchSetup<'_>,
) -> SearchResult {
    let control = SearchControl::new(limits, clock, stop, setup.role);
    let first_depth = setup.role.first_depth();
    let moves = root_candidates(game.position(), &limits.searchmoves);
    if moves.is_empty() {
        return SearchResult::game_over(control.elapsed_ms());
    }
    let mut root = RootSearch {
        position: *game.position(),
        moves,
        lines: usize::from(limits.multipv.max(1)),
        partial: None,
        report,
        searcher: Searcher::new(game, limits, control, setup),
    };
    root.lines = root.lines.min(root.moves.len());
    root.deepen(first_depth, limits, time_budget(limits))
}

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

impl RootSearch<'_, '_> {
    fn deepen(&mut self, first: u8, limits: &SearchLimits, budget: TimeBudget) -> SearchResult {
        let mut finished = vec![self.static_line()];
        let mut factors = SoftTimeFactors::default();
        let mut depth_reached = 0;
        let mut stop_reason = StopReason::Depth;
        for depth in first..=last_depth(limits) {
            self.searcher.seldepth = 0;
            self.searcher.iteration = depth;
            for rank in 0..self.lines {
                self.aspiration_search(depth, rank);
            }
            if let Some(reason) = self.searcher.control.stop_reason() {
                stop_reason = reason;
                break;
            }
            depth_reached = depth;
            self.partial = None;
            short::sort_by_key(&mut self.moves[..self.lines], |candidate| -candidate.score);
            for candidate in &mut self.moves {
                candidate.expected = candidate.score;
            }
            finished = (0..self.lines).map(|rank| self.line(depth, rank)).collect();
            for line in &finished {
                (self.report)(Report::Depth(line.clone()));
            }
            factors.update(&IterationResult {
                best: self.moves[0].mv,
                score: self.moves[0].score,
                best_nodes: self.moves[0].nodes,
                nodes: self.searcher.control.nodes(),
            });
            if let Some(reason) = self.should_stop(limits, budget, &factors, depth) {
                stop_reason = reason;
                break;
            }
        }
        // Only a search limited by time uses an unfinished depth; others are reproducible.
        if stop_reason == StopReason::Time
            && self.lines == 1
            && let Some(mut partial) = self.partial.take()
        {
            self.add_reply(&mut partial.line.pv);
            (self.report)(Report::Unfinished {
                line: partial.line.clone(),
                bound: partial.bound,
            });
            finished = vec![partial.line];
        }
        self.searcher.control.publish_nodes();
        let best = &finished[0];
        SearchResult {
            mv: best.pv.first().copied(),
            depth: depth_reached,
            seldepth: best.seldepth,
            nodes: self.searcher.control.all_nodes(),
            time_ms: self.searcher.control.elapsed_ms(),
            stop_reason,
            lines: finished,
        }
    }

    /// Adds the table's reply to a line of one move, for pondering: a move that failed high has no
    /// line.
    fn add_reply(&self, pv: &mut Vec<Move>) {
        if let [mv] = pv[..] {
            let child = self.position.play(mv);
            let tt_entry = self.searcher.table.probe(key_of(&child), 1);
            let reply = tt_entry.and_then(|entry| entry.mv);
            pv.extend(reply.filter(|&reply| child.is_legal(reply)));
        }
    }

    /// The line of depth 0, for a search that ends before depth 1: the first move with the static
    /// evaluation.
    fn static_line(&mut self) -> Line {
        let eval = self.searcher.evaluator.evaluate_at(&self.position, 0);
        self.searcher.stack[0].eval = (!self.position.in_check()).then_some(eval);
        Line {
            score: score::report(eval),
            ..self.line(0, 0)
        }
    }

    /// Why a finished depth is the last one, if it is.
    fn should_stop(
        &mut self,
        limits: &SearchLimits,
        budget: TimeBudget,
        factors: &SoftTimeFactors,
        depth: u8,
    ) -> Option<StopReason> {
        if self.is_proven(limits, depth) {
            return Some(StopReason::Mate);
        }
        let nodes = self.searcher.control.nodes();
        if limits.soft_nodes.is_some_and(|limit| nodes >= limit) {
            return Some(StopReason::Nodes);
        }
        let soft = budget.scaled_soft(factors);
        let reason = if self.moves.len() == 1 && (limits.move_only || soft.is_some()) {
            StopReason::OnlyMove
        } else if self.searcher.control.elapsed() >= soft? {
            StopReason::Time
        } else {
            return None;
        };
        // Pondering goes on until the opponent moves.
        if self.searcher.control.is_pondering() {
            self.searcher.control.end_with_pondering();
            return None;
        }
        Some(reason)
    }

    /// Whether the mate asked for was found, or, where a move is wanted or time is limited, one that
    /// cannot be improved.
    fn is_proven(&self, limits: &SearchLimits, depth: u8) -> bool {
        let score = self.moves[0].score;
        let plies_to_mate = |score: i32| MATE - score.abs();
        let short_enough =
            |moves: u8| score > 0 && plies_to_mate(score) < 2 * i32::from(moves.max(1));
        // No deeper search improves a mate within the depth; with several lines each must be one.
        let proven = |candidate: &RootCandidate| {
            score::is_mate(candidate.score) && plies_to_mate(candidate.score) <= i32::from(depth)
        };
        let timed = !limits.infinite && (limits.clock.is_some() || limits.movetime.is_some());
        limits.mate.is_some_and(short_enough)
            || limits.move_only && proven(&self.moves[0])
            || timed && self.moves[..self.lines].iter().all(proven)
    }
}
