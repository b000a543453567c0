//! The alpha-beta search of the article on server-side search, with its bugs fixed: time is checked in
//! quiescence too, no stand pat in check, mate scores in the table count from the position, and no null
//! move in positions with zugzwang.

use std::cmp::Reverse;

use super::minimax::{mate_or_stalemate, mvv_lva};
use super::root::{self, FixedDepthSearch, shuffled_moves};
use crate::control::{Clock, SearchControl, SearchLimits, Stop, ThreadRole};
use crate::eval::{EvalConfig, Evaluator};
use crate::player::{Control, Decision, Player};
use crate::rules::{Color, Game, Move, Position};
use crate::search::path::Path;
use crate::search::pv::PvTable;
use crate::search::score::{self, DRAW, INFINITE, MAX_PLY};
use crate::search::{
    Arrival, Bet, BetScope, BetVerdict, Bound, Cause, Entry, NoRecorder, Options, Recorder,
    SearchRule, SearchTree, TranspositionTable, TtEntry, VisitKind, Window, deciding_window,
    key_of, verdict,
};
use crate::short;
use crate::sight::Sight;

/// The article's 500,000 entries, at 16 bytes.
const TABLE_MB: u32 = 8;
/// Minimum depth of the null move and its reduction, its own ply included; plies.
const NULL_MOVE_DEPTH: u8 = 3;
/// Late move reduction by one ply: moves searched at full depth, and minimum depth.
const FULL_DEPTH_MOVES: usize = 4;
const MIN_LMR_DEPTH: u8 = 3;
/// Killers are ordered below every capture and above every history score.
const KILLER: i64 = 1 << 40;
const CAPTURE: i64 = 1 << 41;

/// Plays by the article's alpha-beta search.
pub struct BasicAlphaBeta {
    evaluator: Box<dyn Evaluator>,
    table: TranspositionTable,
    options: Options,
}

impl BasicAlphaBeta {
    /// A player with this evaluation and these search features.
    #[must_use]
    pub fn new(eval: EvalConfig, options: Options) -> BasicAlphaBeta {
        BasicAlphaBeta {
            evaluator: eval.evaluator(),
            table: TranspositionTable::new(TABLE_MB),
            options,
        }
    }

    /// Chooses as [`choose`](Player::choose) does, and tells `recorder` of every node.
    pub fn trace<T: Recorder>(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
        recorder: T,
    ) -> Decision {
        let search_control =
            SearchControl::new(limits, control.clock, control.stop, ThreadRole::Single);
        let mut search = self.search(game, limits.sight, search_control, recorder);
        let mut moves = shuffled_moves(game.position(), limits, &mut control.rng);
        short::sort_by_key(&mut moves, |&mv| -mvv_lva(game.position(), mv));
        root::search(&mut search, game, moves, limits, control.report).into()
    }

    /// A search from an empty table.
    fn search<'a, T: Recorder>(
        &'a mut self,
        game: &Game,
        sight: Option<Sight>,
        control: SearchControl<'a>,
        recorder: T,
    ) -> AlphaBetaSearch<'a, T> {
        self.table.clear();
        AlphaBetaSearch {
            evaluator: &mut *self.evaluator,
            table: &self.table,
            options: self.options,
            reduces: true,
            control,
            path: Path::new(game, sight),
            pv: PvTable::new(),
            killers: [[None; 2]; MAX_PLY],
            history: vec![0; 2 * 64 * 64].into_boxed_slice(),
            recorder,
        }
    }

    /// The verdict on a bet of a recorded search of `game`, by at most `nodes` nodes: the node again, to its
    /// full depth, from an empty table and without the rule anywhere below it.
    pub fn check_bet(
        &mut self,
        game: &Game,
        tree: &SearchTree,
        bet: Bet,
        nodes: u64,
        (clock, stop): (&dyn Clock, &dyn Stop),
    ) -> BetVerdict {
        let limits = SearchLimits::nodes(nodes);
        let control = SearchControl::new(&limits, clock, stop, ThreadRole::Single);
        let mut search = self.search(game, None, control, NoRecorder);
        search.options.null_move &= bet.rule != SearchRule::NullMove;
        search.reduces = bet.rule != SearchRule::LateMoveReduction;
        let mut position = *game.position();
        let line = tree.line(bet.node);
        for &mv in &line {
            position = match mv {
                Some(mv) => position.play(mv),
                None => position.play_null(),
            };
            match mv {
                Some(mv) => search.path.push(position.key(), mv),
                None => drop(search.path.push_null(position.key())),
            }
        }
        let node = &tree.nodes()[bet.node as usize];
        let reduction = match bet.scope {
            BetScope::ReducedMove => node.reduction,
            BetScope::Node | BetScope::SkippedMove => 0,
        };
        let depth = node.depth.saturating_add(reduction).unsigned_abs();
        let Window { alpha, beta } = deciding_window(tree, bet);
        let score =
            FixedDepthSearch::search(&mut search, &position, depth, line.len(), alpha, beta);
        match search.control.stop_reason() {
            Some(_) => BetVerdict::Unchecked,
            None => verdict(tree, bet, score),
        }
    }
}

impl Player for BasicAlphaBeta {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        self.trace(game, limits, control, NoRecorder)
    }

    fn new_game(&mut self) {
        self.table.clear();
    }
}

/// One search.
struct AlphaBetaSearch<'a, T> {
    evaluator: &'a mut dyn Evaluator,
    table: &'a TranspositionTable,
    options: Options,
    /// Whether late moves are searched less deep at first.
    reduces: bool,
    control: SearchControl<'a>,
    path: Path,
    pv: PvTable,
    /// The last two quiet moves that failed high at each ply.
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// Butterfly history: depth² for each cutoff.
    history: Box<[i64]>,
    recorder: T,
}

impl<'a, T: Recorder> FixedDepthSearch<'a> for AlphaBetaSearch<'a, T> {
    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.control
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

    fn enter_root(&mut self, depth: u8) {
        self.recorder.enter_root(Entry {
            depth: depth.into(),
            alpha: -INFINITE,
            beta: INFINITE,
            cut: false,
        });
    }

    fn arrive_at_root_move(&mut self, mv: Move, order: usize) {
        self.recorder.arrive(Arrival {
            mv: Some(mv),
            kind: VisitKind::Move,
            order,
            reduction: 0,
        });
    }

    fn leave_root(&mut self, score: i32) {
        self.leave(score);
    }

    fn search(&mut self, position: &Position, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32 {
        let window = Window { alpha, beta };
        if depth == 0 {
            return self.leaf(position, ply, window);
        }
        if self.enter(ply, depth, window) {
            return DRAW;
        }
        let score = self.search_node(position, depth, ply, alpha, beta);
        self.leave(score)
    }
}

impl<T: Recorder> AlphaBetaSearch<'_, T> {
    /// Enters and counts a node; whether the search is over.
    fn enter(&mut self, ply: usize, depth: u8, window: Window) -> bool {
        self.pv.begin(ply);
        let over = self.control.count_node();
        if !over {
            self.recorder.enter(Entry {
                depth: depth.into(),
                alpha: window.alpha,
                beta: window.beta,
                cut: false,
            });
        }
        over
    }

    fn leave(&mut self, score: i32) -> i32 {
        if T::IS_ON && self.control.stop_reason().is_some() {
            self.recorder.explain(Cause::Interrupted, 0, 0);
        }
        self.recorder.leave(score)
    }

    /// A score with its cause.
    fn explained(&mut self, cause: Cause, score: i32) -> i32 {
        self.recorder.explain(cause, 0, 0);
        score
    }

    /// The score of a node that has been entered.
    fn search_node(
        &mut self,
        position: &Position,
        depth: u8,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.path.is_draw(position) {
            return self.explained(Cause::Draw, DRAW);
        }
        if ply >= MAX_PLY - 1 {
            let score = self.evaluator.evaluate(position);
            return self.explained(Cause::Leaf, score);
        }
        let tt_entry = self.table.probe(key_of(position), ply);
        if let Some(score) = tt_entry.and_then(|entry| tt_cutoff(entry, depth, alpha, beta)) {
            let known = tt_entry.map_or(0, |entry| i32::from(entry.depth));
            self.recorder.explain(Cause::Table, known, depth.into());
            return score;
        }
        let in_check = position.in_check();
        if let Some(score) = self.null_move(position, depth, ply, beta, in_check) {
            self.recorder.explain(Cause::NullMove, score, beta);
            return score;
        }
        let moves = self.ordered_moves(position, ply, tt_entry.and_then(|entry| entry.mv));
        if moves.is_empty() {
            return self.evaluated_leaf(position, ply);
        }
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        for (count, &mv) in moves.iter().enumerate() {
            let late = self.reduces
                && count >= FULL_DEPTH_MOVES
                && depth >= MIN_LMR_DEPTH
                && !in_check
                && is_quiet(mv);
            let window = Window { alpha, beta };
            let value = self.search_move(position, (mv, count), depth, ply, window, late);
            if self.control.stop_reason().is_some() {
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
                let hash_move = tt_entry.and_then(|entry| entry.mv);
                let cause = Cause::of_cut(mv, hash_move, self.killers[ply]);
                self.recorder.explain(cause, best, beta);
                self.update_on_cutoff(position, mv, depth, ply);
                break;
            }
        }
        if score::is_lost(best) && moves.len() < position.count_legal_moves() {
            best = score::without_unseen(best);
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(
            key_of(position),
            ply,
            TtEntry {
                mv: best_move,
                score: best,
                // Evaluated again where it is needed, as in the article.
                eval: 0,
                depth,
                bound,
            },
        );
        best
    }

    /// Searches one move; a late one first reduced with a null window, again if that fails high.
    fn search_move(
        &mut self,
        position: &Position,
        (mv, order): (Move, usize),
        depth: u8,
        ply: usize,
        window: Window,
        late: bool,
    ) -> i32 {
        let Window { alpha, beta } = window;
        let child = position.play(mv);
        self.path.push(child.key(), mv);
        let mut value = alpha + 1;
        let arrival = |kind, reduction| Arrival {
            mv: Some(mv),
            kind,
            order,
            reduction,
        };
        if late {
            self.recorder.arrive(arrival(VisitKind::Move, 1));
            value = -self.search(&child, depth - 2, ply + 1, -alpha - 1, -alpha);
        }
        if value > alpha {
            let kind = match late {
                true => VisitKind::Unreduced,
                false => VisitKind::Move,
            };
            self.recorder.arrive(arrival(kind, 0));
            value = -self.search(&child, depth - 1, ply + 1, -beta, -alpha);
        }
        self.path.pop();
        value
    }

    /// Null move pruning.
    fn null_move(
        &mut self,
        position: &Position,
        depth: u8,
        ply: usize,
        beta: i32,
        in_check: bool,
    ) -> Option<i32> {
        let allowed = self.options.null_move
            && depth >= NULL_MOVE_DEPTH
            && !in_check
            && !self.path.after_null()
            && position.has_non_pawn_material(position.side_to_move());
        if !allowed {
            return None;
        }
        let child = position.play_null();
        let floor = self.path.push_null(child.key());
        self.recorder.arrive(Arrival::same_position(
            VisitKind::NullMove,
            i32::from(NULL_MOVE_DEPTH) - 1,
        ));
        let value = -self.search(&child, depth - NULL_MOVE_DEPTH, ply + 1, -beta, -beta + 1);
        self.path.pop_null(floor);
        // A mate found after passing is not proven.
        (self.control.stop_reason().is_none() && value >= beta).then_some(beta)
    }

    fn leaf(&mut self, position: &Position, ply: usize, window: Window) -> i32 {
        if self.enter(ply, 0, window) {
            return DRAW;
        }
        let score = match self.options.quiescence {
            true => self.quiescence(position, ply, window.alpha, window.beta),
            false => self.evaluated_leaf(position, ply),
        };
        self.leave(score)
    }

    /// The score of a leaf without quiescence, which has been entered.
    fn evaluated_leaf(&mut self, position: &Position, ply: usize) -> i32 {
        if self.path.is_draw(position) {
            self.explained(Cause::Draw, DRAW)
        } else if position.has_legal_move() {
            let score = self.evaluator.evaluate(position);
            self.explained(Cause::Leaf, score)
        } else {
            self.explained(Cause::NoMove, mate_or_stalemate(position, ply))
        }
    }

    /// Quiescence at a node that has been entered: all captures; in check all evasions.
    fn quiescence(&mut self, position: &Position, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.path.is_draw(position) {
            return self.explained(Cause::Draw, DRAW);
        }
        if ply >= MAX_PLY - 1 {
            let score = self.evaluator.evaluate(position);
            return self.explained(Cause::Leaf, score);
        }
        let in_check = position.in_check();
        let mut moves = if in_check {
            position.legal_moves().to_vec()
        } else {
            position.captures().to_vec()
        };
        if moves.is_empty() && !position.has_legal_move() {
            return self.explained(Cause::NoMove, mate_or_stalemate(position, ply));
        }
        let mut best = if in_check {
            -INFINITE
        } else {
            self.evaluator.evaluate(position)
        };
        alpha = alpha.max(best);
        if alpha >= beta {
            self.recorder.explain(Cause::StandPat, best, beta);
            return best;
        }
        moves.retain(|&mv| self.path.sees(position, mv));
        short::sort_by_key(&mut moves, |&mv| -mvv_lva(position, mv));
        for (order, mv) in moves.into_iter().enumerate() {
            let child = position.play(mv);
            self.path.push(child.key(), mv);
            self.recorder.arrive(Arrival {
                mv: Some(mv),
                kind: VisitKind::Move,
                order,
                reduction: 0,
            });
            let window = Window { alpha, beta };
            let value = -self.leaf(&child, ply + 1, window.negated());
            self.path.pop();
            if self.control.stop_reason().is_some() {
                return DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.pv.extend(ply, mv);
            }
            if alpha >= beta {
                let cause = Cause::of_cut(mv, None, [None; 2]);
                self.recorder.explain(cause, best, beta);
                break;
            }
        }
        best
    }

    /// All legal moves that are seen: the hash move, captures by MVV-LVA, killers, the rest by history.
    fn ordered_moves(&self, position: &Position, ply: usize, hash_move: Option<Move>) -> Vec<Move> {
        let value = |mv: Move| {
            if Some(mv) == hash_move {
                i64::MAX
            } else if !is_quiet(mv) {
                CAPTURE + i64::from(mvv_lva(position, mv))
            } else if self.killers[ply].contains(&Some(mv)) {
                KILLER
            } else {
                self.history[cell(position.side_to_move(), mv)]
            }
        };
        let legal = position.legal_moves();
        let seen = legal.iter().copied();
        let seen = seen.filter(|&mv| self.path.sees(position, mv));
        let mut valued: Vec<(i64, Move)> = seen.map(|mv| (value(mv), mv)).collect();
        short::sort_by_key(&mut valued, |(value, _)| Reverse(*value));
        valued.into_iter().map(|(_, mv)| mv).collect()
    }

    fn update_on_cutoff(&mut self, position: &Position, mv: Move, depth: u8, ply: usize) {
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

/// The table's score where it ends the search of a node.
fn tt_cutoff(entry: TtEntry, depth: u8, alpha: i32, beta: i32) -> Option<i32> {
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    (entry.depth >= depth && enough).then_some(entry.score)
}
