//! The state of one search thread, and what every kind of node does with it.
//!
//! The search itself is in further `impl` blocks: `negamax`, `prune_node`, `singular`,
//! `quiescence`.

use super::Options;
use super::correction::CorrectionCells;
use super::history::History;
use super::lmr::{self, LmrInput};
use super::memory::SearchMemory;
use super::node::{Node, StackEntry, Window};
use super::path::Path;
use super::piece_to::PieceTo;
use super::pv::PvTable;
use super::quiet_context::QuietContext;
use super::rules::{SearchRule, SearchRules, Shipped};
use super::solved_score::SolvedScore;
use super::trace::{Cause, Entry, NoRecorder, Recorder};
use super::tt::{TranspositionTable, TtEntry, key_of};
use crate::control::{SearchControl, SearchLimits, ThreadRole};
use crate::eval::{EVAL_LIMIT, Evaluator};
use crate::rules::{BitBoard, Game, Move, Position};
use crate::tables::EndgameTables;

/// What a search works with; the caller keeps it from move to move.
pub struct SearchSetup<'a, R = Shipped, T = NoRecorder> {
    pub table: &'a TranspositionTable,
    pub memory: &'a mut SearchMemory,
    pub evaluator: &'a mut (dyn Evaluator + 'static),
    pub options: Options,
    pub rules: R,
    /// Endgame tables that the search is lent.
    pub tables: Option<&'a dyn EndgameTables>,
    pub role: ThreadRole<'a>,
    pub recorder: T,
}

/// Everything that one search needs at every node.
pub(super) struct Searcher<'a, R = Shipped, T = NoRecorder> {
    pub evaluator: &'a mut (dyn Evaluator + 'static),
    pub table: &'a TranspositionTable,
    tables: Option<&'a dyn EndgameTables>,
    /// The most men of a position that may be in a table; 0 without tables.
    table_men: usize,
    pub history: &'a mut History,
    pub control: SearchControl<'a>,
    pub path: Path,
    pub pv: &'a mut PvTable,
    pub options: Options,
    pub rules: R,
    pub recorder: T,
    /// The search stack, by ply.
    pub stack: &'a mut [StackEntry],
    /// No forward pruning: a mate search must not overlook a mate.
    pub exhaustive: bool,
    /// Depth of this iteration, plies.
    pub iteration: u8,
    /// No null moves before this ply while a null move is being verified; 0 otherwise.
    pub null_move_min_ply: usize,
    /// The deepest ply reached in this iteration.
    pub seldepth: usize,
}

impl<'a, R: SearchRules, T: Recorder> Searcher<'a, R, T> {
    /// A searcher at the game's position.
    pub fn new(
        game: &Game,
        limits: &SearchLimits,
        control: SearchControl<'a>,
        setup: SearchSetup<'a, R, T>,
    ) -> Searcher<'a, R, T> {
        let SearchMemory { history, pv, stack } = setup.memory;
        stack.fill(StackEntry::default());
        Searcher {
            evaluator: setup.evaluator,
            table: setup.table,
            tables: setup.tables,
            table_men: match (setup.tables, limits.mate) {
                (Some(tables), None) => tables.men(),
                _ => 0,
            },
            history,
            control,
            path: Path::new(game, limits.sight),
            pv,
            options: setup.options,
            rules: setup.rules,
            recorder: setup.recorder,
            stack,
            exhaustive: limits.mate.is_some(),
            iteration: 0,
            null_move_min_ply: 0,
            seldepth: 0,
        }
    }
}

impl<R: SearchRules, T: Recorder> Searcher<'_, R, T> {
    /// Enters and counts a node; whether the search is over.
    pub fn enter(&mut self, window: Window, depth: i32, cut: bool) -> bool {
        let over = self.control.count_node();
        if !over {
            self.recorder.enter(Entry {
                depth,
                alpha: window.alpha,
                beta: window.beta,
                cut,
            });
        }
        over
    }

    /// Leaves the node that was entered last with its score.
    pub fn leave(&mut self, score: i32) -> i32 {
        if T::IS_ON && self.control.stop_reason().is_some() {
            self.recorder.explain(Cause::Interrupted, 0, 0);
        }
        self.recorder.leave(score)
    }

    /// What the table has of a position.
    #[inline(always)]
    pub fn probe(&self, position: &Position, ply: usize) -> Option<TtEntry> {
        match self.rules.has(SearchRule::Table) {
            true => self.table.probe(key_of(position), ply),
            false => None,
        }
    }

    /// What an endgame table has of a position after a capture or pawn move. On a clock that runs already
    /// its result may not be reached within fifty moves, and a search for a mate has to find its moves.
    #[inline(always)]
    pub fn solved(&self, position: &Position, ply: usize, depth: i32) -> Option<SolvedScore> {
        match position.occupied().len() <= self.table_men && position.halfmove_clock() == 0 {
            true => self.look_up(position, ply, depth),
            false => None,
        }
    }

    #[inline(never)]
    fn look_up(&self, position: &Position, ply: usize, depth: i32) -> Option<SolvedScore> {
        let tables = self.tables?;
        if depth < tables.min_depth(position.occupied().len()) {
            return None;
        }
        let result = tables.wdl(position)?;
        Some(SolvedScore::new(result, ply))
    }

    /// The uncorrected static evaluation, from the table where it has one; 0 in check. A new evaluation
    /// is stored in the table.
    pub fn raw_eval(&mut self, position: &Position, tt_entry: Option<TtEntry>, ply: usize) -> i32 {
        match tt_entry {
            _ if position.in_check() => 0,
            Some(entry) => entry.eval,
            None => self.new_eval(position, ply),
        }
    }

    /// Evaluates a position and stores that in the table.
    #[inline(never)]
    fn new_eval(&mut self, position: &Position, ply: usize) -> i32 {
        let eval = self.evaluator.evaluate_at(position, ply);
        let entry = TtEntry::evaluated(eval);
        self.table.store(key_of(position), ply, entry);
        eval
    }

    /// The static evaluation with its correction.
    pub fn corrected(&self, raw: i32, cells: CorrectionCells) -> i32 {
        let correction = self.history.corrections.get(self.rules.parameters(), cells);
        (raw + correction).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
    }

    /// The root as a node.
    pub fn root_node<'p>(&self, position: &'p Position, depth: i32) -> Node<'p> {
        Node {
            position,
            depth,
            ply: 0,
            in_check: position.in_check(),
            cut: false,
            context: self.quiet_context(position, 0),
            raw: 0,
            corrections: CorrectionCells::of(position, self.earlier(0)),
            estimate: self.stack[0].eval.unwrap_or(0),
            improving: true,
            tt_entry: None,
            excluded: None,
        }
    }

    /// The last two moves before `ply`, the opponent's first.
    pub fn earlier(&self, ply: usize) -> [PieceTo; 2] {
        [self.played(ply, 1), self.played(ply, 2)]
    }

    /// The move so many plies before `ply`.
    fn played(&self, ply: usize, back: usize) -> PieceTo {
        let ply = ply.checked_sub(back);
        ply.map_or(PieceTo::NONE, |ply| self.stack[ply].current)
    }

    /// What the histories of a position's quiet moves depend on.
    pub fn quiet_context(&self, position: &Position, ply: usize) -> QuietContext {
        let has = |rule| self.rules.has(rule);
        QuietContext {
            earlier: self.earlier(ply),
            older: has(SearchRule::OlderMoves).then(|| self.played(ply, 4)),
            threats: match has(SearchRule::ThreatHistory) {
                true => position.threats(),
                false => BitBoard::EMPTY,
            },
            pawns: has(SearchRule::PawnHistory).then(|| position.pawn_key() as u16),
        }
    }

    /// Whether the static evaluation at `ply` is better than two plies before.
    pub fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.stack[ply].eval);
        match (self.stack[ply].eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// Plays a move at `ply` and pushes the new position's key to the path; the caller pops it.
    pub fn make_move(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        let child = position.play(mv);
        self.evaluator.moved(position, &child, ply + 1);
        self.stack[ply].current = PieceTo::new(position, mv);
        self.path.push(child.key(), mv);
        child
    }

    /// The late move reduction of a move, plies; see [`lmr::lmr`].
    pub fn reduction<const PV: bool>(
        &self,
        node: &Node<'_>,
        child: &Position,
        mv: Move,
        count: usize,
    ) -> i32 {
        if self.exhaustive
            || (count as i32) < self.rules.parameters().full_depth_moves
            || !self.rules.has(SearchRule::LateMoveReduction)
        {
            return 0;
        }
        let quiet = !mv.is_tactical();
        let input = LmrInput {
            count,
            quiet,
            killer: self.history.killers(node.ply).contains(&Some(mv)),
            hash_capture: node.hash_move().is_some_and(Move::is_tactical),
            cutoffs: self.stack[node.ply + 1].cutoffs,
            gives_check: child.in_check(),
            history: if quiet {
                self.history.quiet(node.position, &node.context, mv)
            } else {
                self.history.capture(node.position, mv)
            },
        };
        lmr::lmr::<PV>(self.rules.parameters(), node, &input)
    }
}
