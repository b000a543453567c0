//! The fourth stage: source A's alpha-beta (S2) with its faults mended (7 and 8): the time limit
//! holds in quiescence too, nobody stands pat in check, mates in the table count from where they
//! are read, and no null move where every move may be a bad one.

use std::cmp::Reverse;

use super::deepen::{Stage, deepen, shuffled};
use super::minimax::{capture_value, without_moves};
use crate::eval::{Evaluator, Judge};
use crate::player::{Control, Decision, Player};
use crate::rules::{Color, Game, Move, Position};
use crate::search::negamax::{Window, has_pieces};
use crate::search::path::Path;
use crate::search::pv::PvTable;
use crate::search::score::{DRAW, INFINITE, MAX_PLY};
use crate::search::watch::Watch;
use crate::search::{Bound, Entry, Options, Part, SearchLimits, Table, key_of, time};
use crate::short;

/// The source's 500,000 entries, at 16 bytes.
const TABLE_MB: u32 = 8;
/// A null move is tried from this depth on, and searched so many plies less deep, its own included.
const NULL_DEPTH: u8 = 3;
/// Moves searched in full before the rest is reduced, from this depth on, to depth − 2.
const FULL_MOVES: usize = 4;
const LATE_DEPTH: u8 = 3;
/// Killers stand below every capture and above every history value.
const KILLER: i64 = 1 << 40;
const CAPTURE: i64 = 1 << 41;

/// Plays by the source's alpha-beta.
pub struct Pruner {
    evaluator: Box<dyn Evaluator>,
    table: Table,
    options: Options,
}

impl Pruner {
    /// A pruner that judges as `judge` does, with the source's two switches (S3).
    #[must_use]
    pub fn new(judge: Judge, options: Options) -> Pruner {
        Pruner {
            evaluator: judge.evaluator(),
            table: Table::new(TABLE_MB),
            options,
        }
    }
}

impl Player for Pruner {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        self.table.forget();
        let hard = time::budget(limits).hard;
        let mut search = Search {
            evaluator: &mut *self.evaluator,
            table: &self.table,
            options: self.options,
            watch: Watch::new(control, limits.nodes, hard, Part::Alone),
            path: Path::new(game),
            pv: PvTable::new(),
            killers: [[None; 2]; MAX_PLY],
            history: vec![0; 2 * 64 * 64].into_boxed_slice(),
        };
        let mut moves = shuffled(game.position(), &limits.searchmoves, &mut control.rng);
        short::sort_by_key(&mut moves, |&mv| -capture_value(game.position(), mv));
        deepen(&mut search, game, &moves, limits, control.report)
    }

    fn new_game(&mut self) {
        self.table.forget();
    }
}

struct Search<'a> {
    evaluator: &'a mut dyn Evaluator,
    table: &'a Table,
    options: Options,
    watch: Watch<'a>,
    path: Path,
    pv: PvTable,
    /// The last two quiet moves that refuted at each ply.
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// By side, origin and target: depth² for each refutation.
    history: Box<[i64]>,
}

impl<'a> Stage<'a> for Search<'a> {
    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.watch
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluator.evaluate(position)
    }

    fn path(&mut self) -> &mut Path {
        &mut self.path
    }

    fn line(&self, ply: usize) -> Vec<Move> {
        self.pv.line(ply)
    }

    fn search(
        &mut self,
        position: &Position,
        depth: u8,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if depth == 0 {
            return self.leaf(position, ply, alpha, beta);
        }
        self.pv.begin(ply);
        if self.watch.visit() || self.path.is_draw(position) {
            return DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluator.evaluate(position);
        }
        let known = self.table.probe(key_of(position), ply);
        if let Some(score) = known.and_then(|entry| settled(entry, depth, alpha, beta)) {
            return score;
        }
        let in_check = position.in_check();
        if let Some(score) = self.passed(position, depth, ply, beta, in_check) {
            return score;
        }
        let moves = self.ordered(position, ply, known.and_then(|entry| entry.mv));
        if moves.is_empty() {
            return without_moves(position, ply);
        }
        let open = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        for (count, &mv) in moves.iter().enumerate() {
            let late = count >= FULL_MOVES && depth >= LATE_DEPTH && !in_check && is_quiet(mv);
            let value = self.follow(position, mv, depth, ply, Window { alpha, beta }, late);
            if self.watch.over().is_some() {
                return DRAW;
            }
            if value > best {
                best = value;
                best_move = Some(mv);
            }
            if value > alpha {
                alpha = value;
                self.pv.extend(ply, mv);
            }
            if alpha >= beta {
                self.refuted_by(position, mv, depth, ply);
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > open => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(
            key_of(position),
            ply,
            Entry {
                mv: best_move,
                score: best,
                // Evaluated again where it is needed, as in the source.
                eval: 0,
                depth,
                bound,
            },
        );
        best
    }
}

impl Search<'_> {
    /// One move; a late one first at depth − 2 with a null window, again if that fails high.
    fn follow(
        &mut self,
        position: &Position,
        mv: Move,
        depth: u8,
        ply: usize,
        window: Window,
        late: bool,
    ) -> i32 {
        let Window { alpha, beta } = window;
        let child = position.play(mv);
        self.path.push(child.key());
        let mut value = alpha + 1;
        if late {
            value = -self.search(&child, depth - 2, ply + 1, -alpha - 1, -alpha);
        }
        if value > alpha {
            value = -self.search(&child, depth - 1, ply + 1, -beta, -alpha);
        }
        self.path.pop();
        value
    }

    /// The null move: where even passing is good enough, so is the position.
    fn passed(
        &mut self,
        position: &Position,
        depth: u8,
        ply: usize,
        beta: i32,
        in_check: bool,
    ) -> Option<i32> {
        let allowed = self.options.null_move
            && depth >= NULL_DEPTH
            && !in_check
            && !self.path.after_null()
            && has_pieces(position, position.side_to_move());
        if !allowed {
            return None;
        }
        let child = position.play_null();
        let floor = self.path.push_null(child.key());
        let value = -self.search(&child, depth - NULL_DEPTH, ply + 1, -beta, -beta + 1);
        self.path.pop_null(floor);
        // A mate found by passing is no mate.
        (self.watch.over().is_none() && value >= beta).then_some(beta)
    }

    fn leaf(&mut self, position: &Position, ply: usize, alpha: i32, beta: i32) -> i32 {
        if self.options.quiescence {
            return self.quiescence(position, ply, alpha, beta);
        }
        self.pv.begin(ply);
        if self.watch.visit() || self.path.is_draw(position) {
            DRAW
        } else if position.has_legal_move() {
            self.evaluator.evaluate(position)
        } else {
            without_moves(position, ply)
        }
    }

    /// Captures until none is left; in check every evasion.
    fn quiescence(&mut self, position: &Position, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        self.pv.begin(ply);
        if self.watch.visit() || self.path.is_draw(position) {
            return DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluator.evaluate(position);
        }
        let in_check = position.in_check();
        let mut moves = if in_check {
            position.legal_moves().to_vec()
        } else {
            position.captures().to_vec()
        };
        if moves.is_empty() && !position.has_legal_move() {
            return without_moves(position, ply);
        }
        let mut best = if in_check {
            -INFINITE
        } else {
            self.evaluator.evaluate(position)
        };
        alpha = alpha.max(best);
        if alpha >= beta {
            return best;
        }
        short::sort_by_key(&mut moves, |&mv| -capture_value(position, mv));
        for mv in moves {
            let child = position.play(mv);
            self.path.push(child.key());
            let value = -self.quiescence(&child, ply + 1, -beta, -alpha);
            self.path.pop();
            if self.watch.over().is_some() {
                return DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.pv.extend(ply, mv);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// All legal moves: the table's, captures by MVV-LVA, killers, the rest by history.
    fn ordered(&self, position: &Position, ply: usize, hash_move: Option<Move>) -> Vec<Move> {
        let value = |mv: Move| {
            if Some(mv) == hash_move {
                i64::MAX
            } else if !is_quiet(mv) {
                CAPTURE + i64::from(capture_value(position, mv))
            } else if self.killers[ply].contains(&Some(mv)) {
                KILLER
            } else {
                self.history[cell(position.side_to_move(), mv)]
            }
        };
        let legal = position.legal_moves();
        let mut valued: Vec<(i64, Move)> = legal.iter().map(|&mv| (value(mv), mv)).collect();
        short::sort_by_key(&mut valued, |(value, _)| Reverse(*value));
        valued.into_iter().map(|(_, mv)| mv).collect()
    }

    fn refuted_by(&mut self, position: &Position, mv: Move, depth: u8, ply: usize) {
        if !is_quiet(mv) {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.history[cell(position.side_to_move(), mv)] += i64::from(depth).pow(2);
    }
}

fn is_quiet(mv: Move) -> bool {
    !mv.is_capture() && !mv.is_promotion()
}

fn cell(side: Color, mv: Move) -> usize {
    (side.index() * 64 + mv.from().index()) * 64 + mv.to().index()
}

/// Whether what the table knows answers the question.
fn settled(entry: Entry, depth: u8, alpha: i32, beta: i32) -> Option<i32> {
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    (entry.depth >= depth && enough).then_some(entry.score)
}
