//! Singular extensions: the hash move against all others.

use super::bound::Bound;
use super::node::{Node, Window};
use super::rules::{SearchRule, SearchRules};
use super::score;
use super::searcher::Searcher;
use super::trace::{Arrival, Recorder, VisitKind};
use crate::rules::Move;

/// The result of the singular search.
pub(super) enum Singular {
    /// Extension of the hash move, plies; negative is a reduction.
    Extend(i32),
    /// Multi-cut: another move reaches beta too; the node's score.
    MultiCut(i32),
}

impl<R: SearchRules, T: Recorder> Searcher<'_, R, T> {
    /// Singular extension: the hash move is extended where all others, searched half as deep, fall
    /// short of its score by a margin, and reduced where they do not.
    pub(super) fn singular<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        window: Window,
    ) -> Singular {
        let Some(entry) = node.tt_entry.filter(|entry| entry.mv == Some(mv)) else {
            return Singular::Extend(0);
        };
        let parameters = self.rules.parameters();
        let proven = entry.bound != Bound::Upper
            && i32::from(entry.depth) + parameters.singular_entry_gap >= node.depth
            && !score::is_decisive(entry.score);
        if !self.rules.has(SearchRule::SingularExtension)
            || node.depth < parameters.singular_depth
            || !proven
            || node.excluded.is_some()
            || self.exhaustive
            || node.ply >= 2 * usize::from(self.iteration)
        {
            return Singular::Extend(0);
        }
        let singular_beta = entry.score - parameters.singular_margin * node.depth / 16;
        self.stack[node.ply].excluded = Some(mv);
        let null_window = Window::null(singular_beta - 1);
        let depth = (node.depth - 1) / 2;
        self.recorder.arrive(Arrival::same_position(
            VisitKind::Singular,
            node.depth - depth,
        ));
        let others = self.negamax::<false>(node.position, null_window, depth, node.ply, node.cut);
        self.stack[node.ply].excluded = None;
        let parameters = self.rules.parameters();
        let doubled = others < singular_beta - parameters.double_extension_margin
            && i32::from(self.stack[node.ply].double_extensions) < parameters.double_extensions;
        if others < singular_beta {
            Singular::Extend(1 + i32::from(!PV && doubled))
        } else if singular_beta >= window.beta && !PV && self.rules.has(SearchRule::MultiCut) {
            Singular::MultiCut(singular_beta)
        } else if entry.score >= window.beta {
            Singular::Extend(-2 + i32::from(PV))
        } else {
            Singular::Extend(-i32::from(node.cut))
        }
    }
}
