//! A recorded tree, arranged for showing: levels, children, positions, the best line.

use engine::rules::{Move, Position, Square, san};
use engine::search::{SearchTree, TraceNode, VisitKind};

/// No node.
const NONE: u32 = u32::MAX;

/// A tree with what its picture needs. It is `Eq`, so that `Arc`s of the same one are equal at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeView {
    tree: SearchTree,
    start: Position,
    /// By node: how many nodes are above it.
    levels: Vec<u16>,
    first_child: Vec<u32>,
    next_sibling: Vec<u32>,
    /// The searches of the root: each depth, and each window.
    roots: Vec<u32>,
    /// By node: whether it is on the best line of its root.
    is_best: Vec<bool>,
}

impl TreeView {
    /// A tree of a search from `start`.
    #[must_use]
    pub fn new(start: Position, tree: SearchTree) -> Self {
        let count = tree.nodes().len();
        let mut view = Self {
            levels: vec![0; count],
            first_child: vec![NONE; count],
            next_sibling: vec![NONE; count],
            roots: Vec::new(),
            is_best: vec![false; count],
            start,
            tree,
        };
        view.link();
        for root in view.roots.clone() {
            view.mark_best_line(root);
        }
        view
    }

    fn link(&mut self) {
        let mut last_child = vec![NONE; self.first_child.len()];
        for (index, node) in (0..).zip(self.tree.nodes()) {
            let Some(parent) = node.parent else {
                self.roots.push(index);
                continue;
            };
            let above = parent as usize;
            self.levels[index as usize] = self.levels[above].saturating_add(1);
            match std::mem::replace(&mut last_child[above], index) {
                NONE => self.first_child[above] = index,
                before => self.next_sibling[before as usize] = index,
            }
        }
    }

    fn mark_best_line(&mut self, root: u32) {
        let mut next = Some(root);
        while let Some(index) = next {
            self.is_best[index as usize] = true;
            next = self.best_child(index);
        }
    }

    /// The child that a node has its score from.
    #[must_use]
    pub fn best_child(&self, index: u32) -> Option<u32> {
        let score = self.node(index).score;
        let is_source = |child: &u32| {
            let node = self.node(*child);
            let counts = matches!(
                node.kind,
                VisitKind::Root | VisitKind::Move | VisitKind::Unreduced | VisitKind::OpenWindow
            );
            counts && node.nodes > 0 && -node.score == score
        };
        let mut sources = self.children(index).filter(is_source);
        // A later move with the same score has only been shown to be no better.
        let first = sources.next()?;
        let again = sources.find(|&child| {
            let node = self.node(child);
            node.kind == VisitKind::OpenWindow && node.mv == self.node(first).mv
        });
        Some(again.unwrap_or(first))
    }

    /// The nodes, parents before children, in the order of the search.
    #[must_use]
    pub fn tree(&self) -> &SearchTree {
        &self.tree
    }

    /// The position from which was searched.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// # Panics
    /// There is no such node.
    #[must_use]
    pub fn node(&self, index: u32) -> &TraceNode {
        &self.tree.nodes()[index as usize]
    }

    /// Whether there is such a node.
    #[must_use]
    pub fn has(&self, index: u32) -> bool {
        (index as usize) < self.tree.nodes().len()
    }

    /// The searches of the root, one after the other.
    #[must_use]
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The root above a node.
    #[must_use]
    pub fn root_of(&self, index: u32) -> u32 {
        let after = self.roots.partition_point(|&root| root <= index);
        self.roots[after.saturating_sub(1)]
    }

    /// Nodes above a node.
    #[must_use]
    pub fn level(&self, index: u32) -> u16 {
        self.levels[index as usize]
    }

    /// Whether a node is on the best line of its root.
    #[must_use]
    pub fn is_best(&self, index: u32) -> bool {
        self.is_best[index as usize]
    }

    /// The children of a node in the order of the search, moves that were not searched included.
    pub fn children(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let some = |index: u32| (index != NONE).then_some(index);
        std::iter::successors(some(self.first_child[index as usize]), move |&child| {
            some(self.next_sibling[child as usize])
        })
    }

    /// The first visit of a node's branch, and how many there are: its place and width in the picture.
    #[must_use]
    pub fn span(&self, index: u32) -> (u32, u32) {
        let node = self.node(index);
        match node.kind {
            // A root is no visit, and shown as one more.
            VisitKind::Root => (node.visit, node.nodes + 1),
            _ => (node.visit, node.nodes),
        }
    }

    /// The end of the nodes of a branch; they stand one after the other.
    #[must_use]
    pub fn branch_end(&self, index: u32) -> u32 {
        let level = self.level(index);
        let after = &self.levels[index as usize + 1..];
        let length = after.iter().position(|&other| other <= level);
        index + 1 + length.unwrap_or(after.len()) as u32
    }

    /// The levels of a branch, its own included.
    #[must_use]
    pub fn height(&self, index: u32) -> u16 {
        let branch = &self.levels[index as usize..self.branch_end(index) as usize];
        let deepest = branch.iter().max().copied().unwrap_or_default();
        deepest - self.level(index) + 1
    }

    /// The node of a branch at a visit, at most so many levels down.
    #[must_use]
    pub fn at(&self, top: u32, visit: u32, levels: u16) -> Option<u32> {
        let mut found = top;
        let (first, visits) = self.span(top);
        if visit < first || visit >= first + visits {
            return None;
        }
        for _ in 0..levels {
            let holds = |child: &u32| {
                let (first, visits) = self.span(*child);
                visit >= first && visit < first + visits
            };
            match self.children(found).find(holds) {
                Some(child) => found = child,
                None => return None,
            }
        }
        Some(found)
    }

    /// The last node of a branch that was entered up to a visit.
    #[must_use]
    pub fn entered_by(&self, top: u32, visit: u32) -> u32 {
        let branch = &self.tree.nodes()[top as usize..self.branch_end(top) as usize];
        let entered = &branch[..branch.partition_point(|node| node.visit <= visit)];
        // Moves that were not searched are no visits.
        let last = entered.iter().rposition(|node| node.nodes > 0);
        top + last.unwrap_or_default() as u32
    }

    /// The nodes from the root to a node, both included.
    #[must_use]
    pub fn path(&self, index: u32) -> Vec<u32> {
        let mut path: Vec<u32> =
            std::iter::successors(Some(index), |&index| self.node(index).parent).collect();
        path.reverse();
        path
    }

    /// The position of a node, and its move; `None` after a null move and where the position stays the same.
    #[must_use]
    pub fn board(&self, index: u32) -> (Position, Option<Move>) {
        let position = self.tree.position(&self.start, index);
        (position, self.node(index).mv)
    }

    /// The nodes of a move, written in standard algebraic notation; signs of captures, checks and mates
    /// may be left out.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<u32> {
        let plain = |text: &str| text.replace(['x', '+', '#'], "");
        let wanted = plain(text.trim());
        let castles = matches!(wanted.as_str(), "O-O" | "O-O-O");
        // The square that it leads to is quickly compared.
        let square = wanted
            .split('=')
            .next()
            .and_then(|text| text.get(text.len().checked_sub(2)?..))
            .and_then(|text| text.parse::<Square>().ok());
        if square.is_none() && !castles {
            return Vec::new();
        }
        let is_found = |&index: &u32| {
            let Some(mv) = self.node(index).mv else {
                return false;
            };
            let may_be = castles && mv.is_castle() || square == Some(mv.to());
            may_be && plain(&san::write(&self.position_before(index), mv)) == wanted
        };
        (0..self.tree.nodes().len() as u32)
            .filter(is_found)
            .collect()
    }

    /// The position in which a node's move is made.
    #[must_use]
    pub fn position_before(&self, index: u32) -> Position {
        match self.node(index).parent {
            Some(parent) => self.board(parent).0,
            None => self.start,
        }
    }
}
