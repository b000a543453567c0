//! The root of the teaching searches.

use rand::seq::SliceRandom;

use crate::Rng;
use crate::control::{SearchControl, SearchLimits};
use crate::rules::{Game, Move, Position};
use crate::search::deepening::{DepthSearch, Root, deepen};
use crate::search::path::Path;
use crate::search::score::{self, INFINITE};
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

    /// The root is about to be searched to `depth`: for recorders.
    fn enter_root(&mut self, _depth: u8) {}

    /// A root move is about to be searched: for recorders.
    fn arrive_at_root_move(&mut self, _mv: Move, _order: usize) {}

    /// The root was searched, or the search is over: for recorders.
    fn leave_root(&mut self, _score: i32) {}

    /// The score of a root move with its line; up to `alpha` it may be a bound.
    fn search_root_move(
        &mut self,
        root: &Position,
        mv: Move,
        depth: u8,
        alpha: i32,
    ) -> (i32, Vec<Move>) {
        let child = root.play(mv);
        self.path().push(child.key(), mv);
        let value = -self.search(&child, depth - 1, 1, -INFINITE, -alpha);
        self.path().pop();
        let pv = std::iter::once(mv).chain(self.line(1)).collect();
        (value, pv)
    }
}

/// The legal moves, or those among `searchmoves`, in random order; the first of equals is played.
pub(crate) fn shuffled_moves(
    position: &Position,
    limits: &SearchLimits,
    rng: &mut Rng,
) -> Vec<Move> {
    let mut moves = limits.root_moves(position.legal_moves().to_vec());
    moves.shuffle(rng);
    moves
}

/// Searches `moves` at one depth after the other and chooses the best.
pub(super) fn search<'a>(
    search: &mut dyn FixedDepthSearch<'a>,
    game: &Game,
    moves: Vec<Move>,
    limits: &SearchLimits,
    report: &mut dyn FnMut(Report),
) -> SearchResult {
    let depths = 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let root = Root::new(game, moves, limits, report);
    deepen(&mut FullWindowSearch(search), root, depths)
}

/// Searches every root move at each depth; only the best lines get an exact score.
struct FullWindowSearch<'s, 'a>(&'s mut dyn FixedDepthSearch<'a>);

impl FullWindowSearch<'_, '_> {
    /// Searches the root moves, and sorts them where the search is not over. Returns the best score.
    fn search_moves(&mut self, root: &mut Root<'_>, depth: u8) -> i32 {
        let of = root.moves.len() as u16;
        let mut best = vec![-INFINITE; root.lines];
        for (index, candidate) in root.moves.iter_mut().enumerate() {
            let alpha = best[root.lines - 1];
            let mv = candidate.mv;
            let before = self.0.control().nodes();
            self.0.arrive_at_root_move(mv, index);
            let (score, pv) = self.0.search_root_move(&root.position, mv, depth, alpha);
            if self.0.control().stop_reason().is_some() {
                return best[0];
            }
            candidate.score = if score > alpha { score } else { -INFINITE };
            candidate.pv = pv;
            if score > alpha {
                best[root.lines - 1] = score;
                short::sort_by_key(&mut best, |score| -score);
            }
            (root.report)(Report::RootMove(RootMove {
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
                nodes: self.0.control().nodes() - before,
            }));
        }
        short::sort_by_key(&mut root.moves, |candidate| -candidate.score);
        best[0]
    }
}

impl<'a> DepthSearch<'a> for FullWindowSearch<'_, 'a> {
    fn control(&mut self) -> &mut SearchControl<'a> {
        self.0.control()
    }

    fn evaluate_root(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }

    fn search_depth(&mut self, root: &mut Root<'_>, depth: u8) {
        self.0.enter_root(depth);
        let best = self.search_moves(root, depth);
        self.0.leave_root(best);
    }

    fn line(&mut self, root: &Root<'_>, depth: u8, index: usize) -> Line {
        let candidate = &root.moves[index];
        let control = self.0.control();
        Line {
            rank: index as u8 + 1,
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

    fn is_mate_enough(&self, root: &Root<'_>, depth: u8) -> bool {
        let limits = root.limits;
        let ends = limits.is_timed() || limits.move_only || limits.mate.is_some();
        ends && root.moves[0].is_proven(depth)
    }
}
