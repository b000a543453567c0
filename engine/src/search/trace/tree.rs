//! The tree of a search, whole while it is small, folded where it is large.

use std::collections::BTreeMap;

use super::Cause;
use super::recorder::{Arrival, Entry, Recorder, Skipped, VisitKind};
use crate::rules::Move;

/// A node, or a move that was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Records the tree of a search. When it is full, small branches are folded: their nodes are counted by
/// cause at the node above them. A folded branch is opened by a second search of the same, recorded
/// below one of its visits.
#[derive(Clone, Debug)]
pub struct SearchTree {
    nodes: Vec<TraceNode>,
    /// The nodes that are not left yet, from the root.
    open: Vec<OpenNode>,
    visits: u32,
    /// Maximum number of nodes kept.
    capacity: usize,
    /// Branches of at most so many nodes are folded.
    fold_below: Option<u32>,
    /// By node and cause: how many nodes and moves were folded below it.
    folded: BTreeMap<(u32, Cause), u32>,
    /// The visit below which is recorded; 0 for all.
    only: u32,
    arrival: Option<Arrival>,
}

/// A node that is being searched.
#[derive(Clone, Copy, Debug)]
struct OpenNode {
    /// Its index, if it is recorded.
    index: Option<u32>,
    /// Visits before it.
    before: u32,
}

impl SearchTree {
    /// The number of nodes that pages and the API ask for at most.
    pub const MAX_NODES: usize = 65_536;

    /// A tree of at most `capacity` nodes and moves, not counting those on the way to the last one.
    #[must_use]
    pub fn new(capacity: usize) -> SearchTree {
        SearchTree {
            nodes: Vec::new(),
            open: Vec::new(),
            visits: 0,
            capacity: capacity.max(1),
            fold_below: None,
            folded: BTreeMap::new(),
            only: 0,
            arrival: None,
        }
    }

    /// The same for a single branch: the one that begins with this visit.
    #[must_use]
    pub fn below(visit: u32, capacity: usize) -> SearchTree {
        SearchTree {
            only: visit,
            ..SearchTree::new(capacity)
        }
    }

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
        let last = Cause::ALL[Cause::ALL.len() - 1];
        let range = (index, Cause::ALL[0])..=(index, last);
        self.folded
            .range(range)
            .map(|(&(_, cause), &count)| (cause, count))
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

    fn push(&mut self, node: TraceNode) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Adds a node below the one that was entered last; its index, unless it is not to be recorded.
    fn add(&mut self, entry: Entry, counted: bool) -> Option<u32> {
        self.make_room();
        let arrival = self.arrival.take();
        let parent = self.open.last().and_then(|open| open.index);
        let begins = counted && self.visits == self.only;
        if self.only > 0 && parent.is_none() && !begins {
            return None;
        }
        Some(self.push(TraceNode {
            parent,
            visit: self.visits,
            nodes: 0,
            mv: arrival.and_then(|arrival| arrival.mv),
            kind: arrival.map_or(VisitKind::Root, |arrival| arrival.kind),
            order: arrival.map_or(0, |arrival| arrival.order.min(255) as u8),
            depth: entry.depth as i8,
            reduction: arrival.map_or(0, |arrival| arrival.reduction as i8),
            alpha: entry.alpha as i16,
            beta: entry.beta as i16,
            score: 0,
            cut: entry.cut,
            cause: Cause::AllMoves,
            value: 0,
            limit: 0,
        }))
    }

    /// Folds small branches of a full tree until a quarter is free, or nothing is left to fold.
    fn make_room(&mut self) {
        if self.nodes.len() < self.capacity {
            return;
        }
        let mut size = self.fold_below.map_or(0, |size| 2 * size.max(1));
        while self.nodes.len() > self.capacity / 4 * 3 && size <= self.visits {
            self.fold(size);
            self.fold_below = Some(size);
            size = 2 * size.max(1);
        }
    }

    /// Folds all branches that are left and have at most `size` nodes.
    fn fold(&mut self, size: u32) {
        let mut is_open = vec![false; self.nodes.len()];
        for index in self.open.iter().filter_map(|open| open.index) {
            is_open[index as usize] = true;
        }
        let stays: Vec<bool> = self
            .nodes
            .iter()
            .zip(&is_open)
            .map(|(node, &open)| open || node.nodes > size || node.parent.is_none())
            .collect();
        let mut places = vec![0_u32; self.nodes.len()];
        let mut kept = Vec::with_capacity(self.nodes.len());
        let mut folded = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let parent = node.parent.map(|parent| places[parent as usize]);
            if stays[index] {
                places[index] = kept.len() as u32;
                kept.push(TraceNode { parent, ..*node });
            } else if let Some(parent) = parent {
                // Its own folded nodes and its children are counted there, too.
                places[index] = parent;
                *folded.entry((parent, node.cause)).or_insert(0) += 1;
            }
        }
        for (&(index, cause), &count) in &self.folded {
            *folded.entry((places[index as usize], cause)).or_insert(0) += count;
        }
        for open in &mut self.open {
            open.index = open.index.map(|index| places[index as usize]);
        }
        self.nodes = kept;
        self.folded = folded;
    }

    /// Folds a node that has just been left, with all below it.
    fn fold_last(&mut self, index: u32, parent: u32) {
        let below = self.folded.split_off(&(index, Cause::ALL[0]));
        let causes = self
            .nodes
            .drain(index as usize..)
            .map(|node| (node.cause, 1));
        let below = below.into_iter().map(|((_, cause), count)| (cause, count));
        for (cause, count) in causes.chain(below) {
            *self.folded.entry((parent, cause)).or_insert(0) += count;
        }
    }
}

impl SearchTree {
    fn close(&mut self, OpenNode { index, before }: OpenNode, score: i32) {
        let Some(index) = index else {
            return;
        };
        let node = &mut self.nodes[index as usize];
        node.nodes = self.visits - before;
        node.score = score as i16;
        if let (Some(parent), Some(size)) = (node.parent, self.fold_below)
            && node.nodes <= size
        {
            self.fold_last(index, parent);
        }
    }
}

impl Recorder for SearchTree {
    const IS_ON: bool = true;

    fn arrive(&mut self, arrival: Arrival) {
        self.arrival = Some(arrival);
    }

    fn enter_root(&mut self, entry: Entry) {
        let index = self.add(entry, false);
        self.open.push(OpenNode {
            index,
            before: self.visits,
        });
    }

    fn enter(&mut self, entry: Entry) {
        let before = self.visits;
        self.visits += 1;
        let index = self.add(entry, true);
        self.open.push(OpenNode { index, before });
    }

    fn explain(&mut self, cause: Cause, value: i32, limit: i32) {
        if let Some(index) = self.open.last().and_then(|open| open.index) {
            let node = &mut self.nodes[index as usize];
            (node.cause, node.value, node.limit) = (cause, value as i16, limit as i16);
        }
    }

    fn skip(&mut self, skipped: Skipped) {
        self.make_room();
        let Some(parent) = self.open.last().and_then(|open| open.index) else {
            return;
        };
        if self.fold_below.is_some() {
            *self.folded.entry((parent, skipped.cause)).or_insert(0) += 1;
            return;
        }
        self.arrival = Some(Arrival {
            mv: Some(skipped.mv),
            kind: VisitKind::Move,
            order: skipped.order,
            reduction: 0,
        });
        let added = self.add(
            Entry {
                depth: skipped.depth,
                ..Entry::default()
            },
            false,
        );
        if let Some(index) = added {
            let node = &mut self.nodes[index as usize];
            node.cause = skipped.cause;
            (node.value, node.limit) = (skipped.value as i16, skipped.limit as i16);
        }
    }

    fn leave(&mut self, score: i32) -> i32 {
        if let Some(open) = self.open.pop() {
            self.close(open, score);
        }
        score
    }
}
