//! What ends a node before its moves are searched: reverse futility, razoring, null move, ProbCut.

use super::history::Played;
use super::negamax::{Node, Searcher, Window, in_zugzwangs_reach};
use super::ordering::{Picker, Wanted};
use super::pruning;
use super::score;
use super::tt::{Bound, Entry, key_of};

/// Nothing is cut on a guess so near the root in the first iterations.
const NEAR_PLY: usize = 2;
const NEAR_ITERATION: u8 = 8;
/// The null move needs so much depth left (S2).
const NULL_MOVE_DEPTH: i32 = 3;
/// What passing the turn takes off the depth, besides one for the move; a third of the depth more
/// where much is left.
const NULL_MOVE_REDUCTION: i32 = 2;
/// A ply more for each so many centipawns above beta, up to a bound.
const NULL_MOVE_SURPLUS: i32 = 200;
const NULL_MOVE_SURPLUS_MOST: i32 = 3;
/// With so much depth left a null move's verdict is verified by moving.
const NULL_MOVE_VERIFIED: i32 = 12;
/// ProbCut needs so much depth left, and searches so many plies fewer.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;
/// How far above beta a capture must bring a side there, centipawns; less while it improves.
const PROBCUT_MARGIN: i32 = 190;
const PROBCUT_IMPROVING: i32 = 50;

impl Searcher<'_> {
    /// Whether a node is so near the root of a shallow search that a sacrifice there shall not be
    /// judged by its price: this costs little, and a short combination is seen at its depth.
    fn is_near(&self, ply: usize) -> bool {
        ply <= NEAR_PLY && self.iteration <= NEAR_ITERATION
    }

    /// The score of a node that needs none of its moves searched to full depth.
    pub(super) fn without_moves(&mut self, node: &Node<'_>, window: Window) -> Option<i32> {
        if node.in_check || self.exhaustive || node.excluded.is_some() {
            return None;
        }
        if !self.is_near(node.ply)
            && let Some(score) = self.standing(node, window)
        {
            return Some(score);
        }
        self.null_move(node, window.beta)
            .or_else(|| self.probcut(node, window.beta))
    }

    /// What the static evaluation alone decides: reverse futility and razoring.
    fn standing(&mut self, node: &Node<'_>, window: Window) -> Option<i32> {
        if pruning::stands_far_above(node, window.beta) {
            return Some(node.estimate);
        }
        if pruning::stands_far_below(node, window.alpha) && self.options.quiescence {
            let score = self.quiescence::<false>(node.position, window, node.ply);
            return (score <= window.alpha).then_some(score);
        }
        None
    }

    /// Null move: if the position stays above beta though we pass, some move will do as well.
    /// Not after a null move, and not with pawns and a minor piece at most, where having to move
    /// can be the trouble (zugzwang; fault 8). Where much depth is at stake a search of our moves,
    /// for some plies without null moves of ours, has to confirm it.
    fn null_move(&mut self, node: &Node<'_>, beta: i32) -> Option<i32> {
        let &Node {
            position,
            depth,
            ply,
            estimate,
            ..
        } = node;
        if !self.options.null_move
            || depth < NULL_MOVE_DEPTH
            || estimate < beta
            || score::is_mate(beta)
            || ply < self.no_null_before
            || self.path.after_null()
            || in_zugzwangs_reach(position)
        {
            return None;
        }
        let child = position.play_null();
        self.table.expect(|| child.key());
        let surplus = ((estimate - beta) / NULL_MOVE_SURPLUS).min(NULL_MOVE_SURPLUS_MOST);
        let left = depth - 1 - NULL_MOVE_REDUCTION - depth / 3 - surplus;
        self.frames[ply].played = Played::NONE;
        let floor = self.path.push_null(child.key());
        let question = Window::null(beta - 1);
        let value = -self.negamax::<false>(&child, question.turned(), left, ply + 1, !node.cut);
        self.path.pop_null(floor);
        if value < beta || self.watch.over().is_some() {
            return None;
        }
        // A mate found after passing is no proof of one.
        let value = if score::is_mate(value) { beta } else { value };
        if depth < NULL_MOVE_VERIFIED || self.no_null_before > 0 {
            return Some(value);
        }
        self.no_null_before = ply + 3 * left.max(0) as usize / 4 + 1;
        let confirmed = self.negamax::<false>(position, question, left, ply, false);
        self.no_null_before = 0;
        (confirmed >= beta && self.watch.over().is_none()).then_some(value)
    }

    /// ProbCut: a capture that a shallow search sees far above beta is above beta in a deep one too
    /// (M. Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm", 1995).
    fn probcut(&mut self, node: &Node<'_>, beta: i32) -> Option<i32> {
        let &Node {
            position,
            depth,
            ply,
            known,
            ..
        } = node;
        let bar = beta + PROBCUT_MARGIN - PROBCUT_IMPROVING * i32::from(node.improving);
        let doubted = known.is_some_and(|entry| {
            i32::from(entry.depth) > depth - PROBCUT_REDUCTION && entry.score < bar
        });
        if depth < PROBCUT_DEPTH || doubted || score::is_mate(beta) || !self.options.quiescence {
            return None;
        }
        let hash_move = known.and_then(|entry| entry.mv);
        let wanted = Wanted::GoodCaptures;
        let mut picker = Picker::new(position, wanted, hash_move, [None; 2], node.before);
        let question = Window::null(bar - 1).turned();
        let left = depth - PROBCUT_REDUCTION;
        while let Some(mv) = picker.next(position, self.history) {
            if !position.see_ge(mv, bar - node.estimate) {
                continue;
            }
            let child = self.enter(position, mv, ply);
            let mut value = -self.quiescence::<false>(&child, question, ply + 1);
            if value >= bar {
                value = -self.negamax::<false>(&child, question, left, ply + 1, !node.cut);
            }
            self.path.pop();
            if self.watch.over().is_some() {
                return None;
            }
            if value >= bar && !score::is_mate(value) {
                let entry = Entry {
                    mv: Some(mv),
                    score: value,
                    eval: self.raw_eval(position, known, ply),
                    depth: (left + 1) as u8,
                    bound: Bound::Lower,
                };
                self.table.store(key_of(position), ply, entry);
                return Some(value);
            }
        }
        None
    }
}
