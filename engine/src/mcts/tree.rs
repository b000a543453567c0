//! The tree: a flat list of nodes; the children of a node are adjacent.

use crate::rules::Move;
use crate::short;

/// The proven value of a node, in the view of the side that moved there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Proof {
    #[default]
    Open,
    /// Mates in this many plies.
    Won(u8),
    /// Is mated in this many plies.
    Lost(u8),
    Drawn,
}

impl Proof {
    /// The proven value, if there is one.
    pub fn value(self) -> Option<f64> {
        match self {
            Proof::Open => None,
            Proof::Won(_) => Some(1.0),
            Proof::Lost(_) => Some(-1.0),
            Proof::Drawn => Some(0.0),
        }
    }
}

/// A position in the tree, by the move that leads there.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeNode {
    /// Sum of the values of all visits, each from −1 to 1, in the view of the side that moved here.
    pub total: f32,
    pub visits: u32,
    first_child: u32,
    /// See [`TreeNode::prior`].
    prior: u16,
    /// `None` at the root only.
    pub mv: Option<Move>,
    pub proof: Proof,
    /// No position has more than 218 moves.
    children: u8,
    /// Whether it has moves that are not seen: no child's proof says then that it is lost or drawn.
    has_unseen: bool,
}

/// Most nodes of a tree are never visited; memory limits its growth.
const _: () = assert!(size_of::<TreeNode>() == 20);

impl TreeNode {
    fn new(mv: Option<Move>, prior: f32) -> TreeNode {
        TreeNode {
            total: 0.0,
            visits: 0,
            first_child: 0,
            prior: (prior * f32::from(u16::MAX)) as u16,
            mv,
            proof: Proof::Open,
            children: 0,
            has_unseen: false,
        }
    }

    /// The prior probability; siblings add up to 1.
    pub fn prior(&self) -> f64 {
        f64::from(self.prior) / f64::from(u16::MAX)
    }

    /// The proven or mean value, in the view of the side that moved here; `unvisited` without visits.
    pub fn q(&self, unvisited: f64) -> f64 {
        match (self.proof.value(), self.visits) {
            (Some(value), _) => value,
            (None, 0) => unvisited,
            (None, visits) => f64::from(self.total) / f64::from(visits),
        }
    }

    pub fn is_expanded(&self) -> bool {
        self.children > 0
    }
}

/// A node's index.
pub(super) type Index = u32;

/// The root's index.
pub(super) const ROOT: Index = 0;

/// All nodes, up to a limit.
pub(super) struct Tree {
    nodes: Vec<TreeNode>,
    max_nodes: usize,
}

impl Tree {
    /// A tree of the root alone, with capacity for `megabytes` MB.
    pub fn new(megabytes: u32) -> Tree {
        let max_nodes = (megabytes as usize * 1024 * 1024) / size_of::<TreeNode>();
        Tree {
            nodes: vec![TreeNode::new(None, 1.0)],
            max_nodes: max_nodes.clamp(1_024, Index::MAX as usize),
        }
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(TreeNode::new(None, 1.0));
    }

    pub fn node(&self, index: Index) -> &TreeNode {
        &self.nodes[index as usize]
    }

    pub fn node_mut(&mut self, index: Index) -> &mut TreeNode {
        &mut self.nodes[index as usize]
    }

    /// The indices of a node's children.
    pub fn children(&self, index: Index) -> std::ops::Range<Index> {
        let node = self.node(index);
        node.first_child..node.first_child + Index::from(node.children)
    }

    /// Fill, per mille.
    pub fn fullness(&self) -> u16 {
        (self.nodes.len() * 1_000 / self.max_nodes).min(1_000) as u16
    }

    /// Adds a node's children with their priors, and says whether it has other moves, which are not seen; `false`
    /// where the tree is full.
    pub fn expand(
        &mut self,
        index: Index,
        moves: impl ExactSizeIterator<Item = (Move, f32)>,
        has_unseen: bool,
    ) -> bool {
        let count = moves.len();
        if self.nodes.len() + count > self.max_nodes {
            return false;
        }
        let first_child = self.nodes.len() as Index;
        self.nodes
            .extend(moves.map(|(mv, prior)| TreeNode::new(Some(mv), prior)));
        let node = self.node_mut(index);
        node.first_child = first_child;
        node.children = count as u8;
        node.has_unseen = has_unseen;
        true
    }

    /// Backpropagation: adds a visit to each node of a path from the root; `value` is in the view of
    /// the side that moved to the last node.
    pub fn backpropagate(&mut self, path: &[Index], value: f64) {
        let mut value = value;
        for &index in path.iter().rev() {
            let node = self.node_mut(index);
            node.visits += 1;
            node.total += value as f32;
            value = -value;
        }
    }

    /// Propagates the proof of a path's last node upwards.
    pub fn propagate_proof(&mut self, path: &[Index]) {
        for &index in path.iter().rev().skip(1) {
            let proof = self.proof_by_children(index);
            if proof == Proof::Open || proof == self.node(index).proof {
                return;
            }
            self.node_mut(index).proof = proof;
        }
    }

    /// The proof of a node by its children: lost if one of them wins, won if all lose, drawn if all are
    /// proven and the best draws.
    fn proof_by_children(&self, index: Index) -> Proof {
        let mut quickest_win = None;
        let mut slowest_loss = 0;
        let (mut open, mut drawn) = (self.node(index).has_unseen, false);
        for child in self.children(index) {
            match self.node(child).proof {
                Proof::Won(plies) => {
                    quickest_win = Some(quickest_win.map_or(plies, |least: u8| least.min(plies)));
                }
                Proof::Lost(plies) => slowest_loss = slowest_loss.max(plies),
                Proof::Drawn => drawn = true,
                Proof::Open => open = true,
            }
        }
        match (quickest_win, open, drawn) {
            (Some(plies), ..) => Proof::Lost(plies.saturating_add(1)),
            (None, true, _) => Proof::Open,
            (None, false, true) => Proof::Drawn,
            (None, false, false) => Proof::Won(slowest_loss.saturating_add(1)),
        }
    }

    /// Makes the node after `moves` the root and drops all nodes not below it; clears the tree where
    /// there is no such node.
    pub fn advance(&mut self, moves: &[Move]) {
        let found = moves.iter().try_fold(ROOT, |index, &mv| {
            self.children(index)
                .find(|&child| self.node(child).mv == Some(mv))
        });
        match found {
            Some(ROOT) => {}
            Some(index) => self.keep_subtree(index),
            None => self.clear(),
        }
    }

    /// Copies the subtree breadth-first, so that children stay adjacent.
    fn keep_subtree(&mut self, root: Index) {
        let mut kept = vec![TreeNode {
            mv: None,
            ..*self.node(root)
        }];
        let mut next = 0;
        while next < kept.len() {
            let TreeNode {
                first_child,
                children,
                ..
            } = kept[next];
            kept[next].first_child = kept.len() as Index;
            let old = first_child as usize;
            kept.extend_from_slice(&self.nodes[old..old + usize::from(children)]);
            next += 1;
        }
        self.nodes = kept;
    }

    /// The most visited line from a node on.
    pub fn line(&self, from: Index) -> Vec<Move> {
        let mut line = Vec::new();
        let mut index = from;
        while let Some(best) = self.best_child(index) {
            if self.node(best).visits == 0 && self.node(best).proof == Proof::Open {
                break;
            }
            line.extend(self.node(best).mv);
            index = best;
        }
        line
    }

    /// The best child: the quickest proven win, else the most visited one without a proven loss, else
    /// the slowest loss. `None` without children.
    pub fn best_child(&self, index: Index) -> Option<Index> {
        self.children(index).max_by_key(|&child| {
            let node = self.node(child);
            (proof_order(node), node.visits, node.prior)
        })
    }

    /// The root's children, best first.
    pub fn ranking(&self) -> Vec<Index> {
        let mut ranking: Vec<Index> = self.children(ROOT).collect();
        short::sort_by_key(&mut ranking, |&child| {
            let node = self.node(child);
            std::cmp::Reverse((proof_order(node), node.visits, node.prior))
        });
        ranking
    }
}

/// Sort key of a proof: wins first, the quickest before others; losses last, the slowest before others.
fn proof_order(node: &TreeNode) -> i32 {
    match node.proof {
        Proof::Won(plies) => 1_000 - i32::from(plies),
        Proof::Open | Proof::Drawn => 0,
        Proof::Lost(plies) => i32::from(plies) - 1_000,
    }
}
