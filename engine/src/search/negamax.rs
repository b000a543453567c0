//! The search of one position: principal-variation alpha-beta. Forward pruning: see `prune_node`
//! and `pruning`; reductions: see `lmr`.

use super::bound::Bound;
use super::correction::CorrectionCells;
use super::history::Tried;
use super::move_picker::{MovePicker, PickerMode};
use super::node::{Node, Step, Window, tt_cutoff};
use super::pruning;
use super::quiet_context::QuietContext;
use super::rules::{SearchRule, SearchRules};
use super::score::{self, DRAW, MAX_PLY, mated_at};
use super::searcher::Searcher;
use super::singular::Singular;
use super::trace::{Arrival, Cause, Recorder, Skipped, VisitKind};
use super::tt::{TtEntry, key_of};
use crate::rules::{Move, Position};

/// The best of a node's moves.
struct Best {
    score: i32,
    mv: Option<Move>,
    bound: Bound,
}

impl<R: SearchRules, T: Recorder> Searcher<'_, R, T> {
    /// The score of `position`, fail-soft, side to move. Undefined once the search is over (see
    /// [`SearchControl::stop_reason`](crate::control::SearchControl::stop_reason)).
    ///
    /// The position's key is the last of `path`. `PV` nodes have an open window; the compiler
    /// makes two functions of this one.
    pub fn negamax<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        // Check extension.
        let extended =
            position.in_check() && ply < MAX_PLY / 2 && self.rules.has(SearchRule::CheckExtension);
        let depth = if extended { depth + 1 } else { depth };
        if depth <= 0 {
            return self.leaf::<PV>(position, window, ply);
        }
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        if self.enter(window, depth, cut) {
            return DRAW;
        }
        let score = self.search_node::<PV>(position, window, depth, ply, cut);
        self.leave(score)
    }

    /// The score of a node that has been entered; see [`negamax`](Self::negamax).
    fn search_node<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let in_check = position.in_check();
        if self.path.is_draw(position) {
            self.recorder.explain(Cause::Draw, 0, 0);
            return DRAW;
        }
        if ply >= MAX_PLY - 1 {
            self.recorder.explain(Cause::Leaf, 0, 0);
            return self.evaluator.evaluate_at(position, ply);
        }
        self.stack[ply + 1].cutoffs = 0;
        // Mate distance pruning.
        window.alpha = window.alpha.max(mated_at(ply));
        window.beta = window.beta.min(-mated_at(ply + 1));
        if window.alpha >= window.beta {
            self.recorder
                .explain(Cause::MateDistance, window.alpha, window.beta);
            return window.alpha;
        }

        let excluded = self.stack[ply].excluded;
        let solved = self.solved(position, ply, depth);
        if let Some(solved) = solved.filter(|solved| solved.decides(window)) {
            self.recorder.explain(Cause::Tablebase, 0, 0);
            return solved.score;
        }
        let tt_entry = self.probe(position, ply);
        let cutoff = tt_entry.and_then(|entry| tt_cutoff::<PV>(entry, window, depth));
        if let (Some(score), None) = (cutoff, excluded) {
            let known = tt_entry.map_or(0, |entry| i32::from(entry.depth));
            self.recorder.explain(Cause::Table, known, depth);
            return score;
        }
        let raw = self.raw_eval(position, tt_entry, ply);
        let corrections = CorrectionCells::of(position, self.earlier(ply));
        let eval = self.corrected(raw, corrections);
        self.stack[ply].eval = (!in_check).then_some(eval);
        let hash_move = tt_entry.and_then(|entry| entry.mv);
        let mut node = Node {
            position,
            depth: depth - i32::from((PV || cut) && self.should_iir(hash_move, depth)),
            ply,
            in_check,
            cut,
            context: QuietContext::default(),
            raw,
            corrections,
            estimate: tt_entry.map_or(eval, |entry| pruning::tt_adjusted_eval(eval, entry)),
            improving: self.is_improving(ply),
            tt_entry,
            excluded,
        };
        if !PV && let Some(score) = self.prune_node(&node, window) {
            return score;
        }

        node.context = self.quiet_context(position, ply);
        let mut best = self.search_moves::<PV>(&node, window);
        if self.control.stop_reason().is_some() {
            return DRAW;
        }
        if let Some(solved) = solved
            && let Some(bound) = solved.overrules(best.score)
        {
            best.score = solved.score;
            best.bound = bound;
        }
        if excluded.is_none() {
            self.store_result(&node, eval, &best);
        }
        best.score
    }

    /// Stores a node's result in the transposition table and in correction history.
    fn store_result(&mut self, node: &Node<'_>, eval: i32, best: &Best) {
        let bounds_eval = match best.bound {
            Bound::Exact => true,
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
        };
        // A capture's gain says nothing about the evaluation.
        let quiet = !best.mv.is_some_and(Move::is_tactical);
        if bounds_eval && quiet && !node.in_check && !score::is_decisive(best.score) {
            let error = best.score - eval;
            let corrections = &mut self.history.corrections;
            corrections.update(node.corrections, error, node.depth);
        }
        let entry = TtEntry {
            mv: best.mv,
            score: best.score,
            eval: node.raw,
            depth: node.depth.min(i32::from(u8::MAX)) as u8,
            bound: best.bound,
        };
        self.table.store(key_of(node.position), node.ply, entry);
    }

    /// Searches the moves of a node one after the other.
    fn search_moves<const PV: bool>(&mut self, node: &Node<'_>, mut window: Window) -> Best {
        let &Node { position, ply, .. } = node;
        let killers = self.history.killers(ply);
        let mode = match self.rules.has(SearchRule::MoveOrdering) {
            true => PickerMode::AllMoves,
            false => PickerMode::Unordered,
        };
        let mut picker = MovePicker::new(position, mode, node.hash_move(), killers, node.context);
        let mut best = Best {
            score: -score::INFINITE,
            mv: None,
            bound: Bound::Upper,
        };
        let mut tried = Tried::new();
        let mut count = 0;
        let mut order = 0;
        let mut skip_quiets = None;
        let mut checks = None;
        let mut unseen = false;
        while let Some(mv) = picker.next(position, self.history) {
            if node.excluded == Some(mv) {
                continue;
            }
            if !self.path.sees(position, mv) {
                unseen = true;
                continue;
            }
            let quiet = !mv.is_tactical();
            if !PV && !self.exhaustive && !score::is_lost(best.score) {
                skip_quiets = skip_quiets.or_else(|| {
                    pruning::late_move_or_futility(&self.rules, node, count, window.alpha)
                });
                // A check may be mate, which has to be found at its depth.
                let mut gives_check = || {
                    let checks = checks.get_or_insert_with(|| position.checks());
                    checks.are_given_by(position, mv)
                };
                let bet = skip_quiets
                    .filter(|_| quiet && !gives_check())
                    .or_else(|| pruning::see_pruning(&self.rules, node, mv, quiet));
                if let Some(bet) = bet {
                    self.recorder.skip(Skipped {
                        mv,
                        order,
                        depth: node.depth - 1,
                        cause: bet.cause,
                        value: bet.value,
                        limit: bet.limit,
                    });
                    order += 1;
                    continue;
                }
            }
            self.table.prefetch(|| position.likely_key_after(mv));
            let extension = match self.singular::<PV>(node, mv, window) {
                Singular::Extend(plies) => plies,
                Singular::MultiCut(score) => {
                    self.recorder.explain(Cause::MultiCut, score, window.beta);
                    best.score = score;
                    best.bound = Bound::Lower;
                    return best;
                }
            };
            let value = self.search_move::<PV>(node, mv, window, [count, order], extension);
            count += 1;
            order += 1;
            if self.control.stop_reason().is_some() {
                return best;
            }
            if value > best.score {
                best.score = value;
                if value > window.alpha {
                    best.mv = Some(mv);
                    best.bound = Bound::Exact;
                    window.alpha = value;
                    if PV {
                        self.pv.extend(ply, mv);
                    }
                    if value >= window.beta {
                        best.bound = Bound::Lower;
                        let cause = Cause::of_cut(mv, node.hash_move(), killers);
                        self.recorder.explain(cause, value, window.beta);
                        let cutoffs = &mut self.stack[ply].cutoffs;
                        *cutoffs = cutoffs.saturating_add(1);
                        let parameters = self.rules.parameters();
                        self.history.update_on_cutoff(parameters, node, mv, &tried);
                        return best;
                    }
                }
            }
            tried.push(mv);
        }
        if count == 0 && unseen {
            // Who sees no move takes the position for quiet.
            self.recorder.explain(Cause::Leaf, 0, 0);
            best.score = node.estimate;
            best.bound = Bound::Exact;
        } else if count == 0 {
            if node.excluded.is_none() {
                self.recorder.explain(Cause::NoMove, 0, 0);
            }
            best.score = no_move_score(node, window.alpha);
            best.bound = Bound::Exact;
        } else if unseen {
            best.score = score::without_unseen(best.score);
        }
        best
    }

    /// Plays one move of a node and searches the position after it.
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        window: Window,
        [count, order]: [usize; 2],
        extension: i32,
    ) -> i32 {
        let ply = node.ply;
        let child = self.make_move(node.position, mv, ply);
        let step = Step {
            depth: node.depth - 1 + extension,
            reduction: self.reduction::<PV>(node, &child, mv, count),
            ply: ply + 1,
            count,
            cut: node.cut,
            mv,
            order,
            extension,
        };
        self.stack[ply + 1].double_extensions =
            self.stack[ply].double_extensions + u8::from(extension > 1);
        let value = self.search_child::<PV>(&child, window, step);
        self.path.pop();
        value
    }

    /// Principal variation search of one child: the first of a PV node with the open window, others
    /// with a null window and, where that fails high, again.
    pub fn search_child<const PV: bool>(
        &mut self,
        child: &Position,
        window: Window,
        step: Step,
    ) -> i32 {
        let Step { depth, ply, .. } = step;
        if PV && step.count == 0 {
            self.arrive(step, VisitKind::Move, depth);
            return -self.negamax::<true>(child, window.negated(), depth, ply, false);
        }
        let null_window = Window::null(window.alpha).negated();
        let mut value = window.alpha + 1;
        if step.reduction > 0 {
            self.arrive(step, VisitKind::Move, depth - step.reduction);
            value = -self.negamax::<false>(child, null_window, depth - step.reduction, ply, true);
        }
        if value > window.alpha {
            let mut depth = depth;
            if step.reduction > 0 {
                let parameters = self.rules.parameters();
                depth += i32::from(value > window.alpha + parameters.deeper_margin);
                depth -= i32::from(value < window.alpha + parameters.shallower_margin);
            }
            if step.reduction == 0 || depth > step.depth - step.reduction {
                let kind = match step.reduction {
                    0 => VisitKind::Move,
                    _ => VisitKind::Unreduced,
                };
                self.arrive(step, kind, depth);
                value = -self.negamax::<false>(child, null_window, depth, ply, !step.cut);
            }
        }
        if PV && value > window.alpha && value < window.beta {
            self.arrive(step, VisitKind::OpenWindow, depth);
            value = -self.negamax::<true>(child, window.negated(), depth, ply, false);
        }
        value
    }

    /// Tells the recorder how the next node is reached: by a move that is searched to `depth`.
    fn arrive(&mut self, step: Step, kind: VisitKind, depth: i32) {
        self.recorder.arrive(Arrival {
            mv: Some(step.mv),
            kind,
            order: step.order,
            reduction: step.depth - step.extension - depth,
        });
    }

    /// Internal iterative reduction: a node without a hash move is searched one ply less deep; the
    /// move order is poor, and the next iteration has a hash move.
    fn should_iir(&self, hash_move: Option<Move>, depth: i32) -> bool {
        self.rules.has(SearchRule::InternalReduction)
            && depth >= self.rules.parameters().iir_depth
            && hash_move.is_none()
    }

    /// The score at depth 0: quiescence, or the static evaluation where that is switched off.
    pub fn leaf<const PV: bool>(&mut self, position: &Position, window: Window, ply: usize) -> i32 {
        if self.options.quiescence {
            return self.quiescence::<PV>(position, window, ply);
        }
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        if self.enter(window, 0, false) {
            return DRAW;
        }
        let (score, cause) = if self.path.is_draw(position) {
            (DRAW, Cause::Draw)
        } else if position.has_legal_move() {
            (self.evaluator.evaluate_at(position, ply), Cause::Leaf)
        } else if position.in_check() {
            (mated_at(ply), Cause::NoMove)
        } else {
            (DRAW, Cause::NoMove)
        };
        self.recorder.explain(cause, 0, 0);
        self.leave(score)
    }
}

/// The score of a node without a searched move: mate, stalemate, or only the excluded move.
fn no_move_score(node: &Node<'_>, alpha: i32) -> i32 {
    if node.excluded.is_some() {
        alpha
    } else if node.in_check {
        mated_at(node.ply)
    } else {
        DRAW
    }
}
