//! The tree of a search, whole or with small branches folded.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Cause;
use super::recorder::VisitKind;
use crate::rules::{Move, Position};

/// A node, or a move that was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TraceNode {
    /// Index of the node above; `None` for a root.
    pub parent: Option<u32>,
    /// Number of the visit, from 1 in the order of the search; for a move that was not searched, and for
    /// the root, that of the last visit before.
    pub visit: u32,
    /// Nodes visited below it and itself; 0 for a move that was not searched.
    pub nodes: u32,
    /// The move that leads here; `None` after a null move and where the position stays the same.
    pub mv: Option<Move>,
    pub kind: VisitKind,
    /// Place in the order of the parent's moves, from 0; at most 255.
    pub order: u8,
    /// Plies left; 0 in quiescence.
    pub depth: i8,
    /// Plies by which it is searched less deep than the moves above it are; negative: deeper.
    pub reduction: i8,
    /// The window, internal scores of the side to move.
    pub alpha: i16,
    pub beta: i16,
    /// Internal score, side to move: centipawns, or a mate counted from the root.
    pub score: i16,
    /// Whether it was expected to fail high (cut node).
    pub cut: bool,
    pub cause: Cause,
    /// What the cause compared, and with what.
    pub value: i16,
    pub limit: i16,
}

/// What [`TreeRecorder`](super::TreeRecorder) has recorded: nodes, and counts of those that were folded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SearchTree {
    pub(super) nodes: Vec<TraceNode>,
    /// By node and cause: how many nodes and moves were folded below it.
    pub(super) folded: BTreeMap<(u32, Cause), u32>,
    pub(super) visits: u32,
    pub(super) fold_below: Option<u32>,
}

impl SearchTree {
    /// The number of nodes that pages and the API ask for at most.
    pub const MAX_NODES: usize = 65_536;

    /// The nodes, parents before children, in the order of the search.
    #[must_use]
    pub fn nodes(&self) -> &[TraceNode] {
        &self.nodes
    }

    /// Visits of the whole search.
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// Branches of at most so many nodes were folded; `None` where the tree is whole.
    #[must_use]
    pub fn fold_below(&self) -> Option<u32> {
        self.fold_below
    }

    /// What was folded below a node: causes with the number of nodes and moves.
    pub fn folded(&self, index: u32) -> impl Iterator<Item = (Cause, u32)> {
        self.folded_among(index..index + 1)
    }

    /// The same below any of several nodes.
    pub fn folded_among(&self, nodes: Range<u32>) -> impl Iterator<Item = (Cause, u32)> {
        let first = Cause::ALL[0];
        self.folded
            .range((nodes.start, first)..(nodes.end, first))
            .map(|(&(_, cause), &count)| (cause, count))
    }

    /// The position of a node of a search from `start`.
    #[must_use]
    pub fn position(&self, start: &Position, index: u32) -> Position {
        let line = self.line(index).into_iter();
        line.fold(*start, |position, step| match step {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        })
    }

    /// The moves from the root to a node; a null move is `None`.
    #[must_use]
    pub fn line(&self, index: u32) -> Vec<Option<Move>> {
        let mut line = Vec::new();
        let mut next = Some(index);
        while let Some(node) = next.map(|index| &self.nodes[index as usize]) {
            if node.mv.is_some() || node.kind == VisitKind::NullMove {
                line.push(node.mv);
            }
            next = node.parent;
        }
        line.reverse();
        line
    }
}
