//! The search of the root's moves at one depth, in an aspiration window.

use super::bound::Bound;
use super::deepening::{DepthSearch, Root};
use super::node::{Step, Window};
use super::report::{Line, Report, RootMove, Trying};
use super::rules::SearchRules;
use super::score::{self, INFINITE};
use super::searcher::Searcher;
use super::trace::{Entry, Recorder};
use super::tt::key_of;
use crate::control::{IterationResult, SearchControl, SoftTimeFactors};
use crate::rules::{Move, Position};
use crate::short;

/// Aspiration window, doubled on the side that failed: minimum depth, plies.
const MIN_ASPIRATION_DEPTH: u8 = 5;
/// A wider window is opened fully.
const MAX_ASPIRATION_WIDTH: i32 = 1_000;
/// Nodes between two counts of the table's fill.
const HASHFULL_INTERVAL: u64 = 4_096;

/// The best line of an unfinished depth.
struct PartialLine {
    line: Line,
    bound: Bound,
}

/// The root's part of a search.
pub(super) struct RootSearch<'a, R, T> {
    /// The best line of the depth in progress, used if the time limit ends the search now.
    partial: Option<PartialLine>,
    /// The fill of the table, per mille, after so many nodes.
    hashfull: (u16, u64),
    searcher: Searcher<'a, R, T>,
}

impl<'a, R: SearchRules, T: Recorder> DepthSearch<'a> for RootSearch<'a, R, T> {
    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.searcher.control
    }

    fn evaluate_root(&mut self, position: &Position) -> i32 {
        self.searcher.evaluator.begin(0);
        let eval = self.searcher.evaluator.evaluate_at(position, 0);
        self.searcher.stack[0].eval = (!position.in_check()).then_some(eval);
        eval
    }

    fn search_depth(&mut self, root: &mut Root<'_>, depth: u8) {
        self.searcher.seldepth = 0;
        self.searcher.iteration = depth;
        for rank in 0..root.lines {
            self.aspiration_search(root, depth, rank);
        }
        if self.is_over() {
            return;
        }
        self.partial = None;
        short::sort_by_key(&mut root.moves[..root.lines], |candidate| -candidate.score);
        for candidate in &mut root.moves {
            candidate.expected = candidate.score;
        }
    }

    fn line(&mut self, root: &Root<'_>, depth: u8, index: usize) -> Line {
        Line {
            rank: index as u8 + 1,
            depth,
            seldepth: self.searcher.seldepth as u8,
            score: score::report(root.moves[index].score),
            nodes: self.searcher.control.all_nodes(),
            time_ms: self.searcher.control.elapsed_ms(),
            hashfull: self.hashfull(),
            explored: None,
            pv: root.moves[index].pv.clone(),
        }
    }

    /// Whether the mate asked for was found, or, where a move is wanted or time is limited, one that
    /// cannot be improved; with several lines each must be one.
    fn is_mate_enough(&self, root: &Root<'_>, depth: u8) -> bool {
        let (best, limits) = (&root.moves[0], root.limits);
        let short_enough =
            |moves: u8| best.score > 0 && best.plies_to_mate() < 2 * i32::from(moves.max(1));
        limits.mate.is_some_and(short_enough)
            || limits.move_only && best.is_proven(depth)
            || limits.is_timed()
                && root.moves[..root.lines]
                    .iter()
                    .all(|mv| mv.is_proven(depth))
    }

    fn update_time(&mut self, root: &Root<'_>, factors: &mut SoftTimeFactors) {
        let best = &root.moves[0];
        factors.update(&IterationResult {
            best: best.mv,
            score: best.score,
            best_nodes: best.nodes,
            nodes: self.searcher.control.nodes(),
        });
    }

    fn unfinished_line(&mut self, root: &mut Root<'_>) -> Option<Line> {
        let PartialLine { mut line, bound } = self.partial.take().filter(|_| root.lines == 1)?;
        self.add_reply(&root.position, &mut line.pv);
        (root.report)(Report::Unfinished {
            line: line.clone(),
            bound,
        });
        Some(line)
    }
}

impl<'a, R: SearchRules, T: Recorder> RootSearch<'a, R, T> {
    pub fn new(searcher: Searcher<'a, R, T>) -> RootSearch<'a, R, T> {
        RootSearch {
            partial: None,
            hashfull: (0, 0),
            searcher,
        }
    }

    /// The fill of the table, per mille. Counted anew after [`HASHFULL_INTERVAL`] nodes, since counting
    /// takes as long as some nodes.
    fn hashfull(&mut self) -> u16 {
        let nodes = self.searcher.control.nodes();
        if nodes >= self.hashfull.1 + HASHFULL_INTERVAL {
            self.hashfull = (self.searcher.table.hashfull(), nodes);
        }
        self.hashfull.0
    }

    fn is_over(&self) -> bool {
        self.searcher.control.stop_reason().is_some()
    }

    /// Searches one line of one depth in a window around the score of the depth before.
    fn aspiration_search(&mut self, root: &mut Root<'_>, depth: u8, rank: usize) {
        let expected = root.moves[rank].expected;
        let width = self.searcher.rules.parameters().aspiration_width;
        let (mut below, mut above) = (width, width);
        if depth < MIN_ASPIRATION_DEPTH || expected.abs() > MAX_ASPIRATION_WIDTH {
            below = 2 * INFINITE;
            above = 2 * INFINITE;
        }
        loop {
            let window = Window {
                alpha: (expected - below).max(-INFINITE),
                beta: (expected + above).min(INFINITE),
            };
            self.searcher.recorder.enter_root(Entry {
                depth: i32::from(depth),
                alpha: window.alpha,
                beta: window.beta,
                cut: false,
            });
            let score = self.search_moves(root, depth, rank, window);
            self.searcher.leave(score);
            if self.is_over() {
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
            let line = self.line(root, depth, rank);
            let bound = window.bound(score);
            (root.report)(Report::Unfinished { line, bound });
        }
    }

    /// Searches the root's moves from `rank` on and sorts them, best first.
    fn search_moves(
        &mut self,
        root: &mut Root<'_>,
        depth: u8,
        rank: usize,
        mut window: Window,
    ) -> i32 {
        let mut best = -INFINITE;
        for candidate in &mut root.moves[rank..] {
            candidate.score = -INFINITE;
        }
        for index in rank..root.moves.len() {
            let mv = root.moves[index].mv;
            (root.report)(Report::Trying(Trying {
                mv,
                depth,
                number: index as u16 + 1,
            }));
            let before = self.searcher.control.nodes();
            let value = self.search_move(&root.position, mv, window, depth, index - rank);
            if self.is_over() {
                return best;
            }
            let nodes = self.searcher.control.nodes() - before;
            let candidate = &mut root.moves[index];
            candidate.nodes += nodes;
            if index == rank || value > window.alpha {
                candidate.score = value;
                candidate.pv = std::iter::once(mv)
                    .chain(self.searcher.pv.line(1))
                    .collect();
            }
            (root.report)(Report::RootMove(RootMove {
                mv,
                score: score::report(value),
                bound: window.bound(value),
                depth,
                number: index as u16 + 1,
                of: root.moves.len() as u16,
                nodes,
            }));
            if rank == 0 && value > window.alpha {
                self.partial = Some(PartialLine {
                    line: Line {
                        rank: 1,
                        ..self.line(root, depth, index)
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
        short::sort_by_key(&mut root.moves[rank..], |candidate| -candidate.score);
        best
    }

    fn search_move(
        &mut self,
        position: &Position,
        mv: Move,
        window: Window,
        depth: u8,
        count: usize,
    ) -> i32 {
        let depth = i32::from(depth);
        let child = self.searcher.make_move(position, mv, 0);
        let node = self.searcher.root_node(position, depth);
        let step = Step {
            depth: depth - 1,
            reduction: self.searcher.reduction::<true>(&node, &child, mv, count),
            ply: 1,
            count,
            cut: false,
            mv,
            order: count,
            extension: 0,
        };
        let value = self.searcher.search_child::<true>(&child, window, step);
        self.searcher.path.pop();
        value
    }

    /// Adds the table's reply to a line of one move, for pondering: a move that failed high has no
    /// line.
    fn add_reply(&self, position: &Position, pv: &mut Vec<Move>) {
        if let [mv] = pv[..] {
            let child = position.play(mv);
            let tt_entry = self.searcher.table.probe(key_of(&child), 1);
            let reply = tt_entry.and_then(|entry| entry.mv);
            pv.extend(reply.filter(|&reply| child.is_legal(reply)));
        }
    }
}
