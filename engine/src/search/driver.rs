//! Iterative deepening: one finished depth after the other, until there is enough.

use super::crew::Part;
use super::history::History;
use super::negamax::{Frame, Searcher};
use super::path::Path;
use super::pv::PvTable;
use super::root::{Candidate, Root, root_moves};
use super::score::{self, MATE, MAX_PLY};
use super::time::{self, Budget, Course};
use super::tt::{Table, key_of};
use super::watch::Watch;
use super::{Line, MAX_DEPTH, Options, Report, SearchLimits};
use crate::eval::Evaluator;
use crate::player::{Control, Decision, Source, StopReason};
use crate::rules::{Game, Move};
use crate::short;

/// What a search works with; its owner keeps it from move to move.
pub struct Setup<'a> {
    pub table: &'a Table,
    pub history: &'a mut History,
    pub evaluator: &'a mut (dyn Evaluator + 'static),
    pub options: Options,
    pub part: Part<'a>,
}

/// Searches the game's position. See [`Player::choose`](crate::player::Player::choose).
pub fn run(
    game: &Game,
    limits: &SearchLimits,
    control: &mut Control<'_>,
    setup: Setup<'_>,
) -> Decision {
    let budget = time::budget(limits);
    let watch = Watch::new(control, limits.nodes, budget.hard, setup.part);
    let first_depth = setup.part.first_depth();
    let moves = root_moves(game.position(), &limits.searchmoves);
    if moves.is_empty() {
        return Decision::game_over(watch.elapsed_ms());
    }
    let mut root = Root {
        position: *game.position(),
        moves,
        lines: usize::from(limits.multipv.max(1)),
        found: None,
        report: &mut *control.report,
        searcher: searcher(game, limits, watch, setup),
    };
    root.lines = root.lines.min(root.moves.len());
    root.deepen(first_depth, limits, budget)
}

/// A searcher that stands at the game's position.
pub(super) fn searcher<'a>(
    game: &Game,
    limits: &SearchLimits,
    watch: Watch<'a>,
    setup: Setup<'a>,
) -> Searcher<'a> {
    Searcher {
        evaluator: setup.evaluator,
        table: setup.table,
        history: setup.history,
        watch,
        path: Path::new(game),
        pv: PvTable::new(),
        options: setup.options,
        frames: vec![Frame::default(); MAX_PLY].into_boxed_slice(),
        exhaustive: limits.mate.is_some(),
        iteration: 0,
        no_null_before: 0,
        seldepth: 0,
    }
}

/// The last depth to search.
fn last_depth(limits: &SearchLimits) -> u8 {
    // A mate in n takes 2n - 1 plies, and the mated side's lack of moves is seen at the leaf.
    let for_mate = limits.mate.map(|moves| moves.max(1).saturating_mul(2) - 1);
    let depth = limits
        .depth
        .unwrap_or(MAX_DEPTH)
        .min(for_mate.unwrap_or(MAX_DEPTH));
    depth.clamp(1, MAX_DEPTH)
}

impl Root<'_, '_> {
    fn deepen(&mut self, first: u8, limits: &SearchLimits, budget: Budget) -> Decision {
        let mut finished = vec![self.before_any_depth()];
        let mut course = Course::default();
        let mut depth_reached = 0;
        let mut stop_reason = StopReason::Depth;
        for depth in first..=last_depth(limits) {
            self.searcher.seldepth = 0;
            self.searcher.iteration = depth;
            for rank in 0..self.lines {
                self.aspire(depth, rank);
            }
            if let Some(reason) = self.searcher.watch.over() {
                stop_reason = reason;
                break;
            }
            depth_reached = depth;
            self.found = None;
            short::sort_by_key(&mut self.moves[..self.lines], |candidate| -candidate.score);
            for candidate in &mut self.moves {
                candidate.expected = candidate.score;
            }
            finished = (0..self.lines).map(|rank| self.line(depth, rank)).collect();
            for line in &finished {
                (self.report)(Report::Depth(line.clone()));
            }
            course.finished(&self.moves[0], self.searcher.watch.nodes());
            if let Some(reason) = self.enough(limits, budget, &course, depth) {
                stop_reason = reason;
                break;
            }
        }
        // Searches that are to be repeatable keep to finished depths.
        if let (StopReason::Time, 1, Some(mut found)) = (stop_reason, self.lines, self.found.take())
        {
            self.add_reply(&mut found.line.pv);
            (self.report)(Report::Unfinished {
                line: found.line.clone(),
                bound: found.bound,
            });
            finished = vec![found.line];
        }
        self.searcher.watch.tell();
        let best = &finished[0];
        Decision {
            mv: best.pv.first().copied(),
            source: Source::Search,
            depth: depth_reached,
            seldepth: best.seldepth,
            nodes: self.searcher.watch.all_nodes(),
            time_ms: self.searcher.watch.elapsed_ms(),
            stop_reason,
            lines: finished,
            recalled: None,
        }
    }

    /// A move that was only shown to be better than expected has no line behind it; the table may
    /// have a reply, for whoever wants to ponder on one.
    fn add_reply(&self, pv: &mut Vec<Move>) {
        if let [mv] = pv[..] {
            let child = self.position.play(mv);
            let known = self.searcher.table.probe(key_of(&child), 1);
            let reply = known.and_then(|entry| entry.mv);
            pv.extend(reply.filter(|&reply| child.is_legal(reply)));
        }
    }

    /// The answer in case that not even depth 1 gets finished.
    fn before_any_depth(&mut self) -> Line {
        let eval = self.searcher.evaluator.evaluate_at(&self.position, 0);
        self.searcher.frames[0].eval = (!self.position.in_check()).then_some(eval);
        Line {
            score: score::report(eval),
            ..self.line(0, 0)
        }
    }

    /// Why a finished depth is the last one, if it is.
    fn enough(
        &mut self,
        limits: &SearchLimits,
        budget: Budget,
        course: &Course,
        depth: u8,
    ) -> Option<StopReason> {
        if self.is_proven(limits, depth) {
            return Some(StopReason::Mate);
        }
        let nodes = self.searcher.watch.nodes();
        if limits.soft_nodes.is_some_and(|most| nodes >= most) {
            return Some(StopReason::Nodes);
        }
        let soft = budget.soft_after(course);
        let reason = if self.moves.len() == 1 && (limits.move_only || soft.is_some()) {
            StopReason::OnlyMove
        } else if self.searcher.watch.elapsed() >= soft? {
            StopReason::Time
        } else {
            return None;
        };
        // The opponent's time costs nothing, and what was thought in it counts.
        if self.searcher.watch.is_pondering() {
            self.searcher.watch.end_with_pondering();
            return None;
        }
        Some(reason)
    }

    /// Whether the mate asked for is found, or one that cannot be improved, where a move is wanted
    /// or time is limited.
    fn is_proven(&self, limits: &SearchLimits, depth: u8) -> bool {
        let score = self.moves[0].score;
        let plies_to_mate = |score: i32| MATE - score.abs();
        let wanted = |moves: u8| score > 0 && plies_to_mate(score) < 2 * i32::from(moves.max(1));
        // A mate within the depth can't be improved; with several lines each has to be one.
        let proven = |candidate: &Candidate| {
            score::is_mate(candidate.score) && plies_to_mate(candidate.score) <= i32::from(depth)
        };
        let timed = !limits.infinite && (limits.clock.is_some() || limits.movetime.is_some());
        limits.mate.is_some_and(wanted)
            || limits.move_only && proven(&self.moves[0])
            || timed && self.moves[..self.lines].iter().all(proven)
    }
}
