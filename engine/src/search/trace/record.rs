//! A node as it is sent and written.

use std::collections::BTreeMap;

use super::super::score::{self, INFINITE};
use super::{Cause, SearchTree, TraceNode, VisitKind};
use crate::rules::Move;
use crate::search::Score;

/// A node of a [`SearchTree`] for files, the API and pages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TraceRecord {
    /// Place in the order of the search, from 0.
    pub id: u32,
    /// The node above; none for a root.
    pub parent: Option<u32>,
    /// Number of the visit, by which a folded branch is asked for.
    pub visit: u32,
    /// Nodes visited below it and itself; 0 for a move that was not searched.
    pub nodes: u32,
    /// The move that leads here.
    #[cfg_attr(feature = "serde", serde(rename = "move", serialize_with = "as_uci"))]
    pub mv: Option<Move>,
    pub kind: VisitKind,
    /// Place in the order of the parent's moves, from 0.
    pub order: u8,
    /// Plies left; 0 in quiescence.
    pub depth: i8,
    /// Plies by which it is searched less deep than the moves above it are; negative: deeper.
    pub reduction: i8,
    /// The window, side to move; none where it is open.
    pub alpha: Option<Score>,
    pub beta: Option<Score>,
    /// Side to move; none for a move that was not searched.
    pub score: Option<Score>,
    pub cause: Cause,
    /// What the cause compared, and with what.
    pub value: i16,
    pub limit: i16,
    /// By cause: nodes and moves below it that have no records of their own.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "BTreeMap::is_empty"))]
    pub folded: BTreeMap<Cause, u32>,
}

impl SearchTree {
    /// All nodes, parents before children, in the order of the search.
    pub fn records(&self) -> impl Iterator<Item = TraceRecord> {
        (0..)
            .zip(self.nodes())
            .map(|(id, node)| self.record(id, node))
    }

    fn record(&self, id: u32, node: &TraceNode) -> TraceRecord {
        let (alpha, beta) = node.window();
        TraceRecord {
            id,
            parent: node.parent,
            visit: node.visit,
            nodes: node.nodes,
            mv: node.mv,
            kind: node.kind,
            order: node.order,
            depth: node.depth,
            reduction: node.reduction,
            alpha,
            beta,
            score: node.score(),
            cause: node.cause,
            value: node.value,
            limit: node.limit,
            folded: self.folded(id).collect(),
        }
    }
}

impl TraceNode {
    /// Alpha and beta, side to move; `None` where the window is open.
    #[must_use]
    pub fn window(&self) -> (Option<Score>, Option<Score>) {
        let bound = |bound: i16| {
            let bound = i32::from(bound);
            (bound.abs() < INFINITE).then(|| score::report(bound))
        };
        (bound(self.alpha), bound(self.beta))
    }

    /// The score, side to move; `None` for a move that was not searched.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        (self.nodes > 0).then(|| score::report(i32::from(self.score)))
    }
}

#[cfg(feature = "serde")]
fn as_uci<S: serde::Serializer>(mv: &Option<Move>, serializer: S) -> Result<S::Ok, S::Error> {
    match mv {
        Some(mv) => serializer.collect_str(mv),
        None => serializer.serialize_none(),
    }
}
