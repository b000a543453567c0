//! The walk from depth to depth that the stages share: every root move is valued at one depth, then
//! at the next, until there is enough.

use rand::seq::SliceRandom;

use crate::Rng;
use crate::player::{Decision, Source, StopReason};
use crate::rules::{Game, Move, Position};
use crate::search::path::Path;
use crate::search::score::{self, INFINITE, MATE};
use crate::search::time::{self, Course};
use crate::search::watch::Watch;
use crate::search::{Bound, Line, MAX_DEPTH, Report, RootMove, SearchLimits};
use crate::short;

/// What values one root move.
pub(super) trait Stage<'a> {
    fn watch(&mut self) -> &mut Watch<'a>;

    /// What the position is worth without looking ahead, side to move.
    fn evaluate(&mut self, position: &Position) -> i32;

    /// The positions since the root.
    fn path(&mut self) -> &mut Path;

    /// The best line found from `ply` on.
    fn line(&self, ply: usize) -> Vec<Move>;

    /// The value of `position` for its side to move; outside the window it may be no more than a
    /// bound. Means nothing once the search is over.
    fn search(&mut self, position: &Position, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32;

    /// The value of `mv` for who plays it, with the line that starts with it. Up to `alpha` it may
    /// be no more than a bound.
    fn value(&mut self, root: &Position, mv: Move, depth: u8, alpha: i32) -> (i32, Vec<Move>) {
        let child = root.play(mv);
        self.path().push(child.key());
        let value = -self.search(&child, depth - 1, 1, -INFINITE, -alpha);
        self.path().pop();
        let pv = std::iter::once(mv).chain(self.line(1)).collect();
        (value, pv)
    }
}

/// A root move with what the depth in progress has found out about it.
struct Candidate {
    score: i32,
    pv: Vec<Move>,
}

/// The legal moves, or those of them that are asked for, in an order drawn by lot: of equals the
/// first is chosen.
pub(crate) fn shuffled(position: &Position, wanted: &[Move], rng: &mut Rng) -> Vec<Move> {
    let all = position.legal_moves().to_vec();
    let some: Vec<Move> = all
        .iter()
        .copied()
        .filter(|mv| wanted.contains(mv))
        .collect();
    let mut moves = if some.is_empty() { all } else { some };
    moves.shuffle(rng);
    moves
}

/// Values `moves` at one depth after the other and decides for the best. An unfinished depth
/// changes nothing (S5, fault 7).
pub(super) fn deepen<'a>(
    stage: &mut dyn Stage<'a>,
    game: &Game,
    moves: &[Move],
    limits: &SearchLimits,
    report: &mut dyn FnMut(Report),
) -> Decision {
    let root = game.position();
    let Some(&first) = moves.first() else {
        return Decision::game_over(stage.watch().elapsed_ms());
    };
    let mut candidates: Vec<Candidate> = moves
        .iter()
        .map(|&mv| Candidate {
            score: -INFINITE,
            pv: vec![mv],
        })
        .collect();
    let lines = usize::from(limits.multipv.max(1)).min(candidates.len());
    let budget = time::budget(limits);
    let unseen = Candidate {
        score: stage.evaluate(root),
        pv: vec![first],
    };
    let mut finished = vec![line(stage.watch(), &unseen, 0, 1)];
    let mut reached = 0;
    let mut stop_reason = StopReason::Depth;
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        value_all(stage, root, &mut candidates, depth, lines, report);
        if let Some(reason) = stage.watch().over() {
            stop_reason = reason;
            break;
        }
        reached = depth;
        short::sort_by_key(&mut candidates, |candidate| -candidate.score);
        finished = candidates[..lines]
            .iter()
            .enumerate()
            .map(|(index, found)| line(stage.watch(), found, depth, index as u8 + 1))
            .collect();
        for line in &finished {
            report(Report::Depth(line.clone()));
        }
        let soft = budget.soft_after(&Course::default());
        if is_settled(candidates[0].score, depth, limits) {
            stop_reason = StopReason::Mate;
            break;
        }
        if (limits.move_only || soft.is_some()) && candidates.len() == 1 {
            stop_reason = StopReason::OnlyMove;
            break;
        }
        if soft.is_some_and(|soft| stage.watch().elapsed() >= soft) {
            stop_reason = StopReason::Time;
            break;
        }
    }
    let watch = stage.watch();
    Decision {
        mv: finished[0].pv.first().copied(),
        source: Source::Search,
        depth: reached,
        seldepth: finished[0].seldepth,
        nodes: watch.nodes(),
        time_ms: watch.elapsed_ms(),
        stop_reason,
        lines: finished,
        recalled: None,
    }
}

/// Values every candidate; only the best `lines` of them need an exact value.
fn value_all<'a>(
    stage: &mut dyn Stage<'a>,
    root: &Position,
    candidates: &mut [Candidate],
    depth: u8,
    lines: usize,
    report: &mut dyn FnMut(Report),
) {
    let of = candidates.len() as u16;
    let mut best = vec![-INFINITE; lines];
    for (index, candidate) in candidates.iter_mut().enumerate() {
        let alpha = best[lines - 1];
        let mv = candidate.pv[0];
        let before = stage.watch().nodes();
        let (score, pv) = stage.value(root, mv, depth, alpha);
        if stage.watch().over().is_some() {
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
            nodes: stage.watch().nodes() - before,
        }));
    }
}

/// Whether a mate within the depth ends the search: no deeper one improves it.
fn is_settled(best: i32, depth: u8, limits: &SearchLimits) -> bool {
    let proven = score::is_mate(best) && MATE - best.abs() <= i32::from(depth);
    let timed = !limits.infinite && (limits.clock.is_some() || limits.movetime.is_some());
    proven && (timed || limits.move_only || limits.mate.is_some())
}

fn line(watch: &Watch<'_>, candidate: &Candidate, depth: u8, rank: u8) -> Line {
    Line {
        rank,
        depth,
        seldepth: depth.max(candidate.pv.len().min(255) as u8),
        score: score::report(candidate.score),
        nodes: watch.nodes(),
        time_ms: watch.elapsed_ms(),
        hashfull: 0,
        explored: None,
        pv: candidate.pv.clone(),
    }
}
