//! Singular extensions: the hash move against all others.

use super::bound::Bound;
use super::node::{Node, Window};
use super::score;
use super::searcher::Searcher;
use crate::rules::Move;

/// Minimum depth, plies.
const MIN_SINGULAR_DEPTH: i32 = 7;
/// How much shallower than the node the table's entry may be, plies.
const MAX_ENTRY_DEPTH_GAP: i32 = 3;
/// How far the other moves must fall short, 1/16 centipawn for each ply.
const SINGULAR_MARGIN: i32 = 20;
/// How much more they must fall short for a double extension, centipawns, and how many of those a
/// line may have.
const DOUBLE_MARGIN: i32 = 18;
const MAX_DOUBLE_EXTENSIONS: u8 = 6;

/// The result of the singular search.
pub(super) enum Singular {
    /// Extension of the hash move, plies; negative is a reduction.
    Extend(i32),
    /// Multi-cut: another move reaches beta too; the node's score.
    MultiCut(i32),
}

impl Searcher<'_> {
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
        let proven = entry.bound != Bound::Upper
            && i32::from(entry.depth) + MAX_ENTRY_DEPTH_GAP >= node.depth
            && !score::is_mate(entry.score);
        if node.depth < MIN_SINGULAR_DEPTH
            || !proven
            || node.excluded.is_some()
            || self.exhaustive
            || node.ply >= 2 * usize::from(self.iteration)
        {
            return Singular::Extend(0);
        }
        let singular_beta = entry.score - SINGULAR_MARGIN * node.depth / 16;
        self.stack[node.ply].excluded = Some(mv);
        let null_window = Window::null(singular_beta - 1);
        let depth = (node.depth - 1) / 2;
        let others = self.negamax::<false>(node.position, null_window, depth, node.ply, node.cut);
        self.stack[node.ply].excluded = None;
        let doubled = others < singular_beta - DOUBLE_MARGIN
            && self.stack[node.ply].double_extensions < MAX_DOUBLE_EXTENSIONS;
        if others < singular_beta {
            Singular::Extend(1 + i32::from(!PV && doubled))
        } else if singular_beta >= window.beta && !PV {
            Singular::MultiCut(singular_beta)
        } else if entry.score >= window.beta {
            Singular::Extend(-2 + i32::from(PV))
        } else {
            Singular::Extend(-i32::from(node.cut))
        }
    }
}
