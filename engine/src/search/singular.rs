//! Singular extensions: how much better the table's move is than all the others.

use super::negamax::{Node, Searcher, Window};
use super::score;
use super::tt::Bound;
use crate::rules::Move;

/// Singular extensions need so much depth left.
const SINGULAR_DEPTH: i32 = 7;
/// The table's entry may be so many plies shallower.
const SINGULAR_PROOF: i32 = 3;
/// How far the others must fall short, 1/16 centipawns for each ply.
const SINGULAR_MARGIN: i32 = 20;
/// Falling short by so many centipawns more earns a second ply, so often on a line.
const DOUBLE_MARGIN: i32 = 18;
const MOST_DOUBLES: u8 = 6;

/// What the comparison of a hash move with the others says.
pub(super) enum Singular {
    /// Plies more, or fewer.
    Extend(i32),
    /// Not even needed: so much the others reach too.
    Refuted(i32),
}

impl Searcher<'_> {
    /// Singular extension: a hash move that all the others, searched half as deep, fall short of by
    /// a margin deserves more care, and one that they match less.
    pub(super) fn singular<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        window: Window,
    ) -> Singular {
        let Some(known) = node.known.filter(|known| known.mv == Some(mv)) else {
            return Singular::Extend(0);
        };
        let proven = known.bound != Bound::Upper
            && i32::from(known.depth) + SINGULAR_PROOF >= node.depth
            && !score::is_mate(known.score);
        if node.depth < SINGULAR_DEPTH
            || !proven
            || node.excluded.is_some()
            || self.exhaustive
            || node.ply >= 2 * usize::from(self.iteration)
        {
            return Singular::Extend(0);
        }
        let bar = known.score - SINGULAR_MARGIN * node.depth / 16;
        self.frames[node.ply].excluded = Some(mv);
        let question = Window::null(bar - 1);
        let depth = (node.depth - 1) / 2;
        let others = self.negamax::<false>(node.position, question, depth, node.ply, node.cut);
        self.frames[node.ply].excluded = None;
        let doubled = others < bar - DOUBLE_MARGIN && self.frames[node.ply].doubles < MOST_DOUBLES;
        if others < bar {
            Singular::Extend(1 + i32::from(!PV && doubled))
        } else if bar >= window.beta && !PV {
            // Two moves refute: multi-cut.
            Singular::Refuted(bar)
        } else if known.score >= window.beta {
            Singular::Extend(-2 + i32::from(PV))
        } else {
            Singular::Extend(-i32::from(node.cut))
        }
    }
}
