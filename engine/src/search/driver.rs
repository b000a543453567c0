//! Iterative deepening: one finished depth after the other, with the root's moves, its lines and
//! what is reported of them.

use super::history::{History, Played};
use super::negamax::{Frame, Searcher, Step, Window};
use super::ordering;
use super::path::Path;
use super::pv::PvTable;
use super::score::{self, INFINITE, MATE, MAX_PLY};
use super::time::{self, Budget};
use super::tt::Table;
use super::watch::Watch;
use super::{Line, MAX_DEPTH, Options, Report, RootMove, SearchLimits};
use crate::eval::Evaluator;
use crate::player::{Control, Decision, Source, StopReason};
use crate::rules::{Game, Move, Position};

/// From this depth on the score is expected near that of the depth before.
const ASPIRATION_DEPTH: u8 = 5;
/// How near, centipawns; doubled on the side where it was wrong.
const ASPIRATION_WIDTH: i32 = 30;
/// A window wider than this is opened altogether.
const ASPIRATION_MOST: i32 = 1_000;

/// What a search works with; its owner keeps it from move to move.
pub struct Setup<'a> {
    pub table: &'a Table,
    pub history: &'a mut History,
    pub evaluator: &'a mut dyn Evaluator,
    pub options: Options,
}

/// Searches the game's position. See [`Player::choose`](crate::player::Player::choose).
pub fn run(
    game: &Game,
    limits: &SearchLimits,
    control: &mut Control<'_>,
    setup: Setup<'_>,
) -> Decision {
    let budget = time::budget(limits);
    let watch = Watch::new(control, limits.nodes, budget.hard);
    let moves = root_moves(game.position(), &limits.searchmoves);
    if moves.is_empty() {
        return game_over(&watch);
    }
    let mut root = Root {
        position: *game.position(),
        moves,
        lines: usize::from(limits.multipv.max(1)),
        report: &mut *control.report,
        searcher: Searcher {
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
        },
    };
    root.lines = root.lines.min(root.moves.len());
    root.deepen(limits, budget)
}

/// The legal moves among those asked for, or all if none of those is legal.
fn root_moves(position: &Position, wanted: &[Move]) -> Vec<Candidate> {
    let all = ordering::root_order(position);
    let some: Vec<Move> = all
        .iter()
        .copied()
        .filter(|mv| wanted.contains(mv))
        .collect();
    let chosen = if some.is_empty() { all } else { some };
    chosen
        .into_iter()
        .map(|mv| Candidate {
            mv,
            score: -INFINITE,
            expected: -INFINITE,
            pv: vec![mv],
        })
        .collect()
}

fn game_over(watch: &Watch<'_>) -> Decision {
    Decision {
        mv: None,
        source: Source::Search,
        lines: Vec::new(),
        depth: 0,
        seldepth: 0,
        nodes: 0,
        time_ms: watch.elapsed_ms(),
        stop_reason: StopReason::GameOver,
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

/// A root move with what this depth has found out about it.
struct Candidate {
    mv: Move,
    /// Below everything where the move was not better than the best.
    score: i32,
    /// The score at the depth before.
    expected: i32,
    pv: Vec<Move>,
}

struct Root<'a, 'r> {
    position: Position,
    /// Best first, as of the last finished search.
    moves: Vec<Candidate>,
    /// How many lines are wanted and possible.
    lines: usize,
    report: &'r mut (dyn FnMut(Report) + 'r),
    searcher: Searcher<'a>,
}

impl Root<'_, '_> {
    fn deepen(&mut self, limits: &SearchLimits, budget: Budget) -> Decision {
        let mut finished = vec![self.before_any_depth()];
        let mut stop_reason = StopReason::Depth;
        for depth in 1..=last_depth(limits) {
            self.searcher.seldepth = 0;
            self.searcher.iteration = depth;
            for rank in 0..self.lines {
                self.aspire(depth, rank);
            }
            if let Some(reason) = self.searcher.watch.over() {
                stop_reason = reason;
                break;
            }
            self.moves[..self.lines].sort_by_key(|candidate| -candidate.score);
            for candidate in &mut self.moves {
                candidate.expected = candidate.score;
            }
            finished = (0..self.lines).map(|rank| self.line(depth, rank)).collect();
            for line in &finished {
                (self.report)(Report::Depth(line.clone()));
            }
            if let Some(reason) = self.enough(limits, budget, depth) {
                stop_reason = reason;
                break;
            }
        }
        let best = &finished[0];
        Decision {
            mv: best.pv.first().copied(),
            source: Source::Search,
            depth: best.depth,
            seldepth: best.seldepth,
            nodes: self.searcher.watch.nodes(),
            time_ms: self.searcher.watch.elapsed_ms(),
            stop_reason,
            lines: finished,
        }
    }

    /// The answer in case that not even depth 1 gets finished.
    fn before_any_depth(&mut self) -> Line {
        let eval = self.searcher.evaluator.evaluate(&self.position);
        self.searcher.frames[0].eval = (!self.position.in_check()).then_some(eval);
        Line {
            score: score::report(eval),
            ..self.line(0, 0)
        }
    }

    /// Why a finished depth is the last one, if it is.
    fn enough(&self, limits: &SearchLimits, budget: Budget, depth: u8) -> Option<StopReason> {
        let score = self.moves[0].score;
        let plies_to_mate = |score: i32| MATE - score.abs();
        // A mate within the depth can't be improved; with several lines each has to be one.
        let proven = |candidate: &Candidate| {
            score::is_mate(candidate.score) && plies_to_mate(candidate.score) <= i32::from(depth)
        };
        let timed = !limits.infinite && (limits.clock.is_some() || limits.movetime.is_some());
        if limits
            .mate
            .is_some_and(|moves| score > 0 && plies_to_mate(score) < 2 * i32::from(moves.max(1)))
            || timed && self.moves[..self.lines].iter().all(proven)
        {
            return Some(StopReason::Mate);
        }
        if timed && limits.clock.is_some() && self.moves.len() == 1 {
            return Some(StopReason::OnlyMove);
        }
        budget
            .soft
            .filter(|soft| self.searcher.watch.elapsed() >= *soft)
            .map(|_| StopReason::Time)
    }

    /// Searches one line of one depth in a window around the score that is expected.
    fn aspire(&mut self, depth: u8, rank: usize) {
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
                below = widened(below);
            } else if score >= window.beta && window.beta < INFINITE {
                above = widened(above);
            } else {
                return;
            }
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
            let before = self.searcher.watch.nodes();
            let value = self.move_value(mv, window, depth, index - rank);
            if self.searcher.watch.over().is_some() {
                return best;
            }
            if index == rank || value > window.alpha {
                let candidate = &mut self.moves[index];
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
                nodes: self.searcher.watch.nodes() - before,
            }));
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        self.moves[rank..].sort_by_key(|candidate| -candidate.score);
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

    fn line(&self, depth: u8, rank: usize) -> Line {
        Line {
            rank: rank as u8 + 1,
            depth,
            seldepth: self.searcher.seldepth as u8,
            score: score::report(self.moves[rank].score),
            nodes: self.searcher.watch.nodes(),
            time_ms: self.searcher.watch.elapsed_ms(),
            hashfull: self.searcher.table.hashfull(),
            pv: self.moves[rank].pv.clone(),
        }
    }
}
