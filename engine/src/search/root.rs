//! The root's moves: searched at one depth, in a window around the score that is expected.

use super::history::Played;
use super::negamax::{Searcher, Step, Window};
use super::ordering;
use super::score::{self, INFINITE};
use super::{Bound, Line, Report, RootMove, Trying};
use crate::rules::{Move, Position};
use crate::short;

/// From this depth on the score is expected near that of the depth before.
const ASPIRATION_DEPTH: u8 = 5;
/// How near, centipawns; doubled on the side where it was wrong.
const ASPIRATION_WIDTH: i32 = 30;
/// A window wider than this is opened altogether.
const ASPIRATION_MOST: i32 = 1_000;

/// A root move with what this depth has found out about it.
pub(super) struct Candidate {
    pub mv: Move,
    /// Below everything where the move was not better than the best.
    pub score: i32,
    /// The score at the depth before.
    pub expected: i32,
    pub pv: Vec<Move>,
    /// Nodes spent below it, at all depths together.
    pub nodes: u64,
}

impl Candidate {
    /// A move of which nothing is known.
    pub fn new(mv: Move) -> Candidate {
        Candidate {
            mv,
            score: -INFINITE,
            expected: -INFINITE,
            pv: vec![mv],
            nodes: 0,
        }
    }
}

/// A line of a depth that is not finished.
pub(super) struct Found {
    pub line: Line,
    pub bound: Bound,
}

pub(super) struct Root<'a, 'r> {
    pub position: Position,
    /// Best first, as of the last finished search.
    pub moves: Vec<Candidate>,
    /// How many lines are wanted and possible.
    pub lines: usize,
    /// What the depth in progress has found better than the rest: worth more than the last
    /// finished depth, should time end the search now.
    pub found: Option<Found>,
    pub report: &'r mut (dyn FnMut(Report) + 'r),
    pub searcher: Searcher<'a>,
}

/// The legal moves among those asked for, or all if none of those is legal.
pub(super) fn root_moves(position: &Position, wanted: &[Move]) -> Vec<Candidate> {
    let all = ordering::root_order(position);
    let some: Vec<Move> = all
        .iter()
        .copied()
        .filter(|mv| wanted.contains(mv))
        .collect();
    let chosen = if some.is_empty() { all } else { some };
    chosen.into_iter().map(Candidate::new).collect()
}

impl Root<'_, '_> {
    /// Searches one line of one depth in a window around the score that is expected.
    pub fn aspire(&mut self, depth: u8, rank: usize) {
        let expected = self.moves[rank].expected;
        let mut below = ASPIRATION_WIDTH;
        let mut above = ASPIRATION_WIDTH;
        if depth < ASPIRATION_DEPTH || expected.abs() > ASPIRATION_MOST {
            below = 2 * INFINITE;
            above = 2 * INFINITE;
        }
        loop {
            let window = Window {
                alpha: (expected - below).max(-INFINITE),
                beta: (expected + above).min(INFINITE),
            };
            let score = self.search(depth, rank, window);
            if self.searcher.watch.over().is_some() {
                return;
            }
            let widened = |width: i32| {
                if width > ASPIRATION_MOST {
                    2 * INFINITE
                } else {
                    2 * width
                }
            };
            if score <= window.alpha && window.alpha > -INFINITE {
                self.found = None;
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

    /// Searches the root's moves from `rank` on and brings the best of them to that place.
    fn search(&mut self, depth: u8, rank: usize, mut window: Window) -> i32 {
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
            let before = self.searcher.watch.nodes();
            let value = self.move_value(mv, window, depth, index - rank);
            if self.searcher.watch.over().is_some() {
                return best;
            }
            let nodes = self.searcher.watch.nodes() - before;
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
                self.found = Some(Found {
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

    fn move_value(&mut self, mv: Move, window: Window, depth: u8, count: usize) -> i32 {
        let depth = i32::from(depth);
        let child = self.position.play(mv);
        let node = self.searcher.root_node(&self.position, depth);
        let step = Step {
            depth: depth - 1,
            reduction: self.searcher.late::<true>(&node, &child, mv, count),
            ply: 1,
            first: count == 0,
            cut: false,
        };
        self.searcher.frames[0].played = Played::new(&self.position, mv);
        self.searcher.path.push(child.key());
        let value = self.searcher.child::<true>(&child, window, step);
        self.searcher.path.pop();
        value
    }

    /// What is known of the move at `index`, as the line of the rank that it has there.
    pub fn line(&self, depth: u8, index: usize) -> Line {
        Line {
            rank: index as u8 + 1,
            depth,
            seldepth: self.searcher.seldepth as u8,
            score: score::report(self.moves[index].score),
            nodes: self.searcher.watch.all_nodes(),
            time_ms: self.searcher.watch.elapsed_ms(),
            hashfull: self.searcher.table.hashfull(),
            explored: None,
            pv: self.moves[index].pv.clone(),
        }
    }
}
