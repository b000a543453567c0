//! Records the tree of a search, folding small branches of large ones.

use std::collections::BTreeMap;

use super::recorder::{Arrival, Entry, Recorder, Skipped, VisitKind};
use super::{Cause, SearchTree, TraceNode};

/// Records the tree of a search. When it is full, small branches are folded: their nodes are counted by
/// cause at the node above them. A folded branch is opened by a second search of the same, recorded
/// below one of its visits.
#[derive(Clone, Debug)]
pub struct TreeRecorder {
    tree: SearchTree,
    /// The nodes that are not left yet, from the root.
    open: Vec<OpenNode>,
    /// Maximum number of nodes kept.
    capacity: usize,
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

impl TreeRecorder {
    /// A tree of at most `capacity` nodes and moves, not counting those on the way to the last one.
    #[must_use]
    pub fn new(capacity: usize) -> TreeRecorder {
        TreeRecorder {
            tree: SearchTree::default(),
            open: Vec::new(),
            capacity: capacity.max(1),
            only: 0,
            arrival: None,
        }
    }

    /// The same for a single branch: the one that begins with this visit.
    #[must_use]
    pub fn below(visit: u32, capacity: usize) -> TreeRecorder {
        TreeRecorder {
            only: visit,
            ..TreeRecorder::new(capacity)
        }
    }

    /// What was recorded so far.
    #[must_use]
    pub fn tree(&self) -> &SearchTree {
        &self.tree
    }

    /// What was recorded.
    #[must_use]
    pub fn into_tree(self) -> SearchTree {
        self.tree
    }

    fn push(&mut self, node: TraceNode) -> u32 {
        self.tree.nodes.push(node);
        self.tree.nodes.len() as u32 - 1
    }

    /// Adds a node below the one that was entered last; its index, unless it is not to be recorded.
    fn add(&mut self, entry: Entry, counted: bool) -> Option<u32> {
        self.make_room();
        let arrival = self.arrival.take();
        let parent = self.open.last().and_then(|open| open.index);
        let begins = counted && self.tree.visits == self.only;
        if self.only > 0 && parent.is_none() && !begins {
            return None;
        }
        Some(self.push(TraceNode {
            parent,
            visit: self.tree.visits,
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
        if self.tree.nodes.len() < self.capacity {
            return;
        }
        let mut size = self.tree.fold_below.map_or(0, |size| 2 * size.max(1));
        while self.tree.nodes.len() > self.capacity / 4 * 3 && size <= self.tree.visits {
            self.fold(size);
            self.tree.fold_below = Some(size);
            size = 2 * size.max(1);
        }
    }

    /// Folds all branches that are left and have at most `size` nodes.
    fn fold(&mut self, size: u32) {
        let mut is_open = vec![false; self.tree.nodes.len()];
        for index in self.open.iter().filter_map(|open| open.index) {
            is_open[index as usize] = true;
        }
        let stays: Vec<bool> = self
            .tree
            .nodes
            .iter()
            .zip(&is_open)
            .map(|(node, &open)| open || node.nodes > size || node.parent.is_none())
            .collect();
        let mut places = vec![0_u32; self.tree.nodes.len()];
        let mut kept = Vec::with_capacity(self.tree.nodes.len());
        let mut folded = BTreeMap::new();
        for (index, node) in self.tree.nodes.iter().enumerate() {
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
        for (&(index, cause), &count) in &self.tree.folded {
            *folded.entry((places[index as usize], cause)).or_insert(0) += count;
        }
        for open in &mut self.open {
            open.index = open.index.map(|index| places[index as usize]);
        }
        self.tree.nodes = kept;
        self.tree.folded = folded;
    }

    /// Folds a node that has just been left, with all below it.
    fn fold_last(&mut self, index: u32, parent: u32) {
        let below = self.tree.folded.split_off(&(index, Cause::ALL[0]));
        let causes = self
            .tree
            .nodes
            .drain(index as usize..)
            .map(|node| (node.cause, 1));
        let below = below.into_iter().map(|((_, cause), count)| (cause, count));
        for (cause, count) in causes.chain(below) {
            *self.tree.folded.entry((parent, cause)).or_insert(0) += count;
        }
    }
}

impl TreeRecorder {
    fn close(&mut self, OpenNode { index, before }: OpenNode, score: i32) {
        let Some(index) = index else {
            return;
        };
        let node = &mut self.tree.nodes[index as usize];
        node.nodes = self.tree.visits - before;
        node.score = score as i16;
        if let (Some(parent), Some(size)) = (node.parent, self.tree.fold_below)
            && node.nodes <= size
        {
            self.fold_last(index, parent);
        }
    }
}

impl Recorder for TreeRecorder {
    const IS_ON: bool = true;

    fn arrive(&mut self, arrival: Arrival) {
        self.arrival = Some(arrival);
    }

    fn enter_root(&mut self, entry: Entry) {
        let index = self.add(entry, false);
        self.open.push(OpenNode {
            index,
            before: self.tree.visits,
        });
    }

    fn enter(&mut self, entry: Entry) {
        let before = self.tree.visits;
        self.tree.visits += 1;
        let index = self.add(entry, true);
        self.open.push(OpenNode { index, before });
    }

    fn explain(&mut self, cause: Cause, value: i32, limit: i32) {
        if let Some(index) = self.open.last().and_then(|open| open.index) {
            let node = &mut self.tree.nodes[index as usize];
            (node.cause, node.value, node.limit) = (cause, value as i16, limit as i16);
        }
    }

    fn skip(&mut self, skipped: Skipped) {
        self.make_room();
        let Some(parent) = self.open.last().and_then(|open| open.index) else {
            return;
        };
        if self.tree.fold_below.is_some() {
            *self.tree.folded.entry((parent, skipped.cause)).or_insert(0) += 1;
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
            let node = &mut self.tree.nodes[index as usize];
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
