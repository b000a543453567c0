//! The search of the root's moves at one depth, in an aspiration window.

use super::bound::Bound;
use super::move_picker;
use super::node::{Step, Window};
use super::piece_to::PieceTo;
use super::report::{Line, Report, RootMove, Trying};
use super::score::{self, INFINITE};
use super::searcher::Searcher;
use crate::rules::{Move, Position};
use crate::short;

/// Aspiration window: minimum depth, plies.
const MIN_ASPIRATION_DEPTH: u8 = 5;
/// Initial half width, centipawns; doubled on the side that failed.
const ASPIRATION_WIDTH: i32 = 30;
/// A wider window is opened fully.
const MAX_ASPIRATION_WIDTH: i32 = 1_000;

/// A root move with its score, line and nodes.
pub(super) struct RootCandidate {
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
    pub fn new(mv: Move) -> RootCandidate {
        RootCandidate {
            mv,
            score: -INFINITE,
            expected: -INFINITE,
            pv: vec![mv],
            nodes: 0,
        }
    }
}

/// The best line of an unfinished depth.
pub(super) struct PartialLine {
    pub line: Line,
    pub bound: Bound,
}

/// The state of a search at the root.
pub(super) struct RootSearch<'a, 'r> {
    pub position: Position,
    /// Best first, as of the last finished search.
    pub moves: Vec<RootCandidate>,
    /// Number of lines (MultiPV).
    pub lines: usize,
    /// The best line of the depth in progress, used if the time limit ends the search now.
    pub partial: Option<PartialLine>,
    pub report: &'r mut (dyn FnMut(Report) + 'r),
    pub searcher: Searcher<'a>,
}

/// The legal moves among those asked for, or all if none of those is legal.
pub(super) fn root_candidates(position: &Position, searchmoves: &[Move]) -> Vec<RootCandidate> {
    let all = move_picker::root_order(position);
    let some: Vec<Move> = all
        .iter()
        .copied()
        .filter(|mv| searchmoves.contains(mv))
        .collect();
    let chosen = if some.is_empty() { all } else { some };
    chosen.into_iter().map(RootCandidate::new).collect()
}

impl RootSearch<'_, '_> {
    /// Searches one line of one depth in a window around the score of the depth before.
    pub fn aspiration_search(&mut self, depth: u8, rank: usize) {
        let expected = self.moves[rank].expected;
        let mut below = ASPIRATION_WIDTH;
        let mut above = ASPIRATION_WIDTH;
        if depth < MIN_ASPIRATION_DEPTH || expected.abs() > MAX_ASPIRATION_WIDTH {
            below = 2 * INFINITE;
            above = 2 * INFINITE;
        }
        loop {
            let window = Window {
                alpha: (expected - below).max(-INFINITE),
                beta: (expected + above).min(INFINITE),
            };
            let score = self.search_moves(depth, rank, window);
            if self.searcher.control.stop_reason().is_some() {
                return;
            }
            let widened = |width: i32| {
                if width > MAX_ASPIRATION_WIDTH {
                    2 * INFINITE
                } else {
                    2 * width
                }
            };
            if score <= window.alpha && window.alpha > -INFINITE {
                self.partial = None;
                below = widened(below);
            } else if score >= window.beta && window.beta < INFINITE {
                above = widened(above);
            } else {
                return;
            }
            let line = self.line(depth, rank);
            let bound = window.bound(score);
            (self.report)(Report::Unfinished { line, bound });
        }
    }

    /// Searches the root's moves from `rank` on and sorts them, best first.
    fn search_moves(&mut self, depth: u8, rank: usize, mut window: Window) -> i32 {
        let mut best = -INFINITE;
        for candidate in &mut self.moves[rank..] {
            candidate.score = -INFINITE;
        }
        for index in rank..self.moves.len() {
            let mv = self.moves[index].mv;
            (self.report)(Report::Trying(Trying {
                mv,
                depth,
                number: index as u16 + 1,
            }));
            let before = self.searcher.control.nodes();
            let value = self.search_move(mv, window, depth, index - rank);
            if self.searcher.control.stop_reason().is_some() {
                return best;
            }
            let nodes = self.searcher.control.nodes() - before;
            let candidate = &mut self.moves[index];
            candidate.nodes += nodes;
            if index == rank || value > window.alpha {
                candidate.score = value;
                candidate.pv = std::iter::once(mv)
                    .chain(self.searcher.pv.line(1))
                    .collect();
            }
            (self.report)(Report::RootMove(RootMove {
                mv,
                score: score::report(value),
                bound: window.bound(value),
                depth,
                number: index as u16 + 1,
                of: self.moves.len() as u16,
                nodes,
            }));
            if rank == 0 && value > window.alpha {
                self.partial = Some(PartialLine {
                    line: Line {
                        rank: 1,
                        ..self.line(depth, index)
                    },
                    bound: window.bound(value),
                });
            }
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        short::sort_by_key(&mut self.moves[rank..], |candidate| -candidate.score);
        best
    }

    fn search_move(&mut self, mv: Move, window: Window, depth: u8, count: usize) -> i32 {
        let depth = i32::from(depth);
        let child = self.position.play(mv);
        let node = self.searcher.root_node(&self.position, depth);
        let step = Step {
            depth: depth - 1,
            reduction: self.searcher.reduction::<true>(&node, &child, mv, count),
            ply: 1,
            first: count == 0,
            cut: false,
        };
        self.searcher.stack[0].current = PieceTo::new(&self.position, mv);
        self.searcher.path.push(child.key());
        let value = self.searcher.search_child::<true>(&child, window, step);
        self.searcher.path.pop();
        value
    }

    /// The line of the move at `index`, ranked by its place.
    pub fn line(&self, depth: u8, index: usize) -> Line {
        Line {
            rank: index as u8 + 1,
            depth,
            seldepth: self.searcher.seldepth as u8,
            score: score::report(self.moves[index].score),
            nodes: self.searcher.control.all_nodes(),
            time_ms: self.searcher.control.elapsed_ms(),
            hashfull: self.searcher.table.hashfull(),
            explored: None,
            pv: self.moves[index].pv.clone(),
        }
    }
}
