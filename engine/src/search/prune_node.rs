//! Forward pruning of a whole node before its moves are searched: reverse futility, razoring, null
//! move, ProbCut.

use super::bound::Bound;
use super::move_picker::{MovePicker, PickerMode};
use super::node::{Node, Window};
use super::piece_to::PieceTo;
use super::pruning::{self, zugzwang_risk};
use super::quiet_context::QuietContext;
use super::rules::{SearchRule, SearchRules};
use super::score;
use super::searcher::Searcher;
use super::trace::{Arrival, Cause, Recorder, VisitKind};
use super::tt::{TtEntry, key_of};

impl<R: SearchRules, T: Recorder> Searcher<'_, R, T> {
    /// The score of a node that is pruned without a full-depth search of its moves.
    pub(super) fn prune_node(&mut self, node: &Node<'_>, window: Window) -> Option<i32> {
        if node.in_check || self.exhaustive || node.excluded.is_some() {
            return None;
        }
        self.static_pruning(node, window)
            .or_else(|| self.null_move(node, window.beta))
            .or_else(|| self.probcut(node, window.beta))
    }

    /// Pruning by static evaluation alone: reverse futility and razoring.
    fn static_pruning(&mut self, node: &Node<'_>, window: Window) -> Option<i32> {
        if let Some(limit) = pruning::reverse_futility(&self.rules, node, window.beta) {
            let cause = Cause::ReverseFutility;
            self.recorder.explain(cause, node.estimate, limit);
            return Some(node.estimate);
        }
        let limit = pruning::razoring(&self.rules, node, window.alpha)?;
        if !self.options.quiescence {
            return None;
        }
        self.recorder
            .arrive(Arrival::same_position(VisitKind::Razoring, node.depth));
        let score = self.quiescence::<false>(node.position, window, node.ply);
        if score > window.alpha {
            return None;
        }
        self.recorder.explain(Cause::Razoring, node.estimate, limit);
        Some(score)
    }

    /// Null move pruning: the position stays above beta after passing. Not after another null move,
    /// and not at risk of zugzwang. At high depth a search without null moves for some plies has to
    /// verify it.
    fn null_move(&mut self, node: &Node<'_>, beta: i32) -> Option<i32> {
        let &Node {
            position,
            depth,
            ply,
            estimate,
            ..
        } = node;
        let parameters = self.rules.parameters();
        if !self.options.null_move
            || !self.rules.has(SearchRule::NullMove)
            || depth < parameters.null_move_depth
            || estimate < beta
            || score::is_decisive(beta)
            || ply < self.null_move_min_ply
            || self.path.after_null()
            || zugzwang_risk(position)
        {
            return None;
        }
        let child = position.play_null();
        self.table.prefetch(|| child.key());
        let eval_reduction = ((estimate - beta) / parameters.null_move_eval_step)
            .min(parameters.null_move_eval_plies);
        let left = depth - 1 - parameters.null_move_reduction - depth / 3 - eval_reduction;
        self.stack[ply].current = PieceTo::NONE;
        self.evaluator.moved(position, &child, ply + 1);
        let floor = self.path.push_null(child.key());
        let null_window = Window::null(beta - 1);
        self.recorder.arrive(Arrival::same_position(
            VisitKind::NullMove,
            depth - 1 - left,
        ));
        let value = -self.negamax::<false>(&child, null_window.negated(), left, ply + 1, !node.cut);
        self.path.pop_null(floor);
        if value < beta || self.control.stop_reason().is_some() {
            return None;
        }
        // A mate found after passing is not proven.
        let value = if score::is_decisive(value) {
            beta
        } else {
            value
        };
        if depth < self.rules.parameters().verification_depth || self.null_move_min_ply > 0 {
            self.recorder.explain(Cause::NullMove, value, beta);
            return Some(value);
        }
        self.null_move_min_ply = ply + 3 * left.max(0) as usize / 4 + 1;
        self.recorder.arrive(Arrival::same_position(
            VisitKind::Verification,
            depth - left,
        ));
        let verified = self.negamax::<false>(position, null_window, left, ply, false);
        self.null_move_min_ply = 0;
        if verified < beta || self.control.stop_reason().is_some() {
            return None;
        }
        self.recorder.explain(Cause::NullMove, value, beta);
        Some(value)
    }

    /// ProbCut: a capture that a shallow search scores far above beta is likely above beta in a deep
    /// one (M. Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm", 1995).
    fn probcut(&mut self, node: &Node<'_>, beta: i32) -> Option<i32> {
        let &Node {
            position,
            depth,
            ply,
            tt_entry,
            ..
        } = node;
        let parameters = self.rules.parameters();
        let probcut_beta = beta + parameters.probcut_margin
            - parameters.probcut_improving * i32::from(node.improving);
        let left = (depth - parameters.probcut_reduction).max(0);
        let refuted = tt_entry
            .is_some_and(|entry| i32::from(entry.depth) > left && entry.score < probcut_beta);
        if !self.rules.has(SearchRule::ProbCut)
            || depth < parameters.probcut_depth
            || refuted
            || score::is_decisive(beta)
            || !self.options.quiescence
        {
            return None;
        }
        let mode = PickerMode::GoodCaptures;
        let context = QuietContext::default();
        let mut picker = MovePicker::new(position, mode, node.hash_move(), [None; 2], context);
        let null_window = Window::null(probcut_beta - 1).negated();
        let mut order = 0;
        while let Some(mv) = picker.next(position, self.history) {
            let gains = position.see_ge(mv, probcut_beta - node.estimate);
            if !gains || !self.path.sees(position, mv) {
                continue;
            }
            let child = self.make_move(position, mv, ply);
            let arrival = |plies| Arrival {
                mv: Some(mv),
                kind: VisitKind::ProbCut,
                order,
                reduction: depth - 1 - plies,
            };
            self.recorder.arrive(arrival(0));
            let mut value = -self.quiescence::<false>(&child, null_window, ply + 1);
            if value >= probcut_beta {
                self.recorder.arrive(arrival(left));
                value = -self.negamax::<false>(&child, null_window, left, ply + 1, !node.cut);
            }
            self.path.pop();
            order += 1;
            if self.control.stop_reason().is_some() {
                return None;
            }
            if value >= probcut_beta && !score::is_decisive(value) {
                let entry = TtEntry {
                    mv: Some(mv),
                    score: value,
                    eval: node.raw,
                    depth: (left + 1) as u8,
                    bound: Bound::Lower,
                };
                self.table.store(key_of(position), ply, entry);
                self.recorder.explain(Cause::ProbCut, value, probcut_beta);
                return Some(value);
            }
        }
        None
    }
}
