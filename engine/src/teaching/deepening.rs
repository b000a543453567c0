//! Iterative deepening of the teaching searches.

use rand::seq::SliceRandom;

use crate::Rng;
use crate::control::{SearchControl, SearchLimits, SoftTimeFactors, StopReason, time_budget};
use crate::rules::{Game, Move, Position};
use crate::search::path::Path;
use crate::search::score::{self, INFINITE, MATE};
use crate::search::{Bound, Line, MAX_DEPTH, Report, RootMove, SearchResult};
use crate::short;

/// A search to a fixed depth.
pub(super) trait FixedDepthSearch<'a> {
    fn control(&mut self) -> &mut SearchControl<'a>;

    /// The static evaluation, side to move.
    fn evaluate(&mut self, position: &Position) -> i32;

    /// The positions since the root.
    fn path(&mut self) -> &mut Path;

    /// The best line found from `ply` on.
    fn line(&self, ply: usize) -> Vec<Move>;

    /// The score of `position`, side to move; outside the window it may be a bound. Undefined once the
    /// search is over.
    fn search(&mut self, position: &Position, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32;

    /// The score of a root move with its line; up to `alpha` it may be a bound.
    fn search_root_move(
        &mut self,
        root: &Position,
        mv: Move,
        depth: u8,
        alpha: i32,
    ) -> (i32, Vec<Move>) {
        let child = root.play(mv);
        self.path().push(child.key());
        let value = -self.search(&child, depth - 1, 1, -INFINITE, -alpha);
        self.path().pop();
        let pv = std::iter::once(mv).chain(self.line(1)).collect();
        (value, pv)
    }
}

/// A root move with its score and line.
struct RootScore {
    score: i32,
    pv: Vec<Move>,
}

/// The legal moves, or those among `searchmoves`, in random order; the first of equals is played.
pub(crate) fn shuffled_moves(
    position: &Position,
    searchmoves: &[Move],
    rng: &mut Rng,
) -> Vec<Move> {
    let all = position.legal_moves().to_vec();
    let some: Vec<Move> = all
        .iter()
        .copied()
        .filter(|mv| searchmoves.contains(mv))
        .collect();
    let mut moves = if some.is_empty() { all } else { some };
    moves.shuffle(rng);
    moves
}

/// Searches `moves` at one depth after the other and chooses the best; an unfinished depth is
/// discarded.
pub(super) fn deepen<'a>(
    search: &mut dyn FixedDepthSearch<'a>,
    game: &Game,
    moves: &[Move],
    limits: &SearchLimits,
    report: &mut dyn FnMut(Report),
) -> SearchResult {
    let root = game.position();
    let Some(&first) = moves.first() else {
        return SearchResult::game_over(search.control().elapsed_ms());
    };
    let mut candidates: Vec<RootScore> = moves
        .iter()
        .map(|&mv| RootScore {
            score: -INFINITE,
            pv: vec![mv],
        })
        .collect();
    let lines = usize::from(limits.multipv.max(1)).min(candidates.len());
    let budget = time_budget(limits);
    let unsearched = RootScore {
        score: search.evaluate(root),
        pv: vec![first],
    };
    let mut finished = vec![line(search.control(), &unsearched, 0, 1)];
    let mut reached = 0;
    let mut stop_reason = StopReason::Depth;
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        search_all(search, root, &mut candidates, depth, lines, report);
        if let Some(reason) = search.control().stop_reason() {
            stop_reason = reason;
            break;
        }
        reached = depth;
        short::sort_by_key(&mut candidates, |candidate| -candidate.score);
        finished = candidates[..lines]
            .iter()
            .enumerate()
            .map(|(index, found)| line(search.control(), found, depth, index as u8 + 1))
            .collect();
        for line in &finished {
            report(Report::Depth(line.clone()));
        }
        let soft = budget.scaled_soft(&SoftTimeFactors::default());
        if is_proven_mate(candidates[0].score, depth, limits) {
            stop_reason = StopReason::Mate;
            break;
        }
        if (limits.move_only || soft.is_some()) && candidates.len() == 1 {
            stop_reason = StopReason::OnlyMove;
            break;
        }
        if soft.is_some_and(|soft| search.control().elapsed() >= soft) {
            stop_reason = StopReason::Time;
            break;
        }
    }
    let control = search.control();
    SearchResult {
        mv: finished[0].pv.first().copied(),
        depth: reached,
        seldepth: finished[0].seldepth,
        nodes: control.nodes(),
        time_ms: control.elapsed_ms(),
        stop_reason,
        lines: finished,
    }
}

/// Searches every root move; only the best `lines` get an exact score.
fn search_all<'a>(
    search: &mut dyn FixedDepthSearch<'a>,
    root: &Position,
    candidates: &mut [RootScore],
    depth: u8,
    lines: usize,
    report: &mut dyn FnMut(Report),
) {
    let of = candidates.len() as u16;
    let mut best = vec![-INFINITE; lines];
    for (index, candidate) in candidates.iter_mut().enumerate() {
        let alpha = best[lines - 1];
        let mv = candidate.pv[0];
        let before = search.control().nodes();
        let (score, pv) = search.search_root_move(root, mv, depth, alpha);
        if search.control().stop_reason().is_some() {
            return;
        }
        candidate.score = if score > alpha { score } else { -INFINITE };
        candidate.pv = pv;
        if score > alpha {
            best[lines - 1] = score;
            short::sort_by_key(&mut best, |score| -score);
        }
        report(Report::RootMove(RootMove {
            mv,
            score: score::report(score),
            bound: if score > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            },
            depth,
            number: index as u16 + 1,
            of,
            nodes: search.control().nodes() - before,
        }));
    }
}

/// Whether a mate within the depth ends the search; no deeper search improves it.
fn is_proven_mate(best: i32, depth: u8, limits: &SearchLimits) -> bool {
    let proven = score::is_mate(best) && MATE - best.abs() <= i32::from(depth);
    let timed = !limits.infinite && (limits.clock.is_some() || limits.movetime.is_some());
    proven && (timed || limits.move_only || limits.mate.is_some())
}

fn line(control: &SearchControl<'_>, candidate: &RootScore, depth: u8, rank: u8) -> Line {
    Line {
        rank,
        depth,
        seldepth: depth.max(candidate.pv.len().min(255) as u8),
        score: score::report(candidate.score),
        nodes: control.nodes(),
        time_ms: control.elapsed_ms(),
        hashfull: 0,
        explored: None,
        pv: candidate.pv.clone(),
    }
}
