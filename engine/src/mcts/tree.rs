//! The tree: a flat list of nodes, children side by side.

use crate::rules::Move;
use crate::short;

/// What is known for certain of a node, for who moved there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Proof {
    #[default]
    Open,
    /// Mates in so many plies from here on.
    Won(u8),
    /// Is mated in so many plies.
    Lost(u8),
    Drawn,
}

impl Proof {
    /// The value that is certain, if one is.
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
pub(super) struct Node {
    /// Values of all visits together, each from −1 to 1, for who moved here.
    pub total: f32,
    pub visits: u32,
    first_child: u32,
    /// See [`Node::prior`].
    prior: u16,
    /// `None` at the root only.
    pub mv: Option<Move>,
    pub proof: Proof,
    /// No position has more than 218 moves.
    children: u8,
}

/// Most of a tree is nodes that were never visited; memory is what ends its growth.
const _: () = assert!(size_of::<Node>() == 20);

impl Node {
    fn new(mv: Option<Move>, prior: f32) -> Node {
        Node {
            total: 0.0,
            visits: 0,
            first_child: 0,
            prior: (prior * f32::from(u16::MAX)) as u16,
            mv,
            proof: Proof::Open,
            children: 0,
        }
    }

    /// How promising the move looked before it was tried, 0 to 1; siblings add up to 1.
    pub fn prior(&self) -> f64 {
        f64::from(self.prior) / f64::from(u16::MAX)
    }

    /// The mean value of the visits, for who moved here, or what is certain; `unseen` where nobody
    /// has been here.
    pub fn q(&self, unseen: f64) -> f64 {
        match (self.proof.value(), self.visits) {
            (Some(value), _) => value,
            (None, 0) => unseen,
            (None, visits) => f64::from(self.total) / f64::from(visits),
        }
    }

    pub fn is_expanded(&self) -> bool {
        self.children > 0
    }
}

/// Where a node stands in the tree.
pub(super) type Index = u32;

/// The root's place.
pub(super) const ROOT: Index = 0;

/// All nodes that were made, up to a limit.
pub(super) struct Tree {
    nodes: Vec<Node>,
    most: usize,
}

impl Tree {
    /// A root alone, with room for as many nodes as fit into so many MB.
    pub fn new(megabytes: u32) -> Tree {
        let most = (megabytes as usize * 1024 * 1024) / size_of::<Node>();
        Tree {
            nodes: vec![Node::new(None, 1.0)],
            most: most.clamp(1_024, Index::MAX as usize),
        }
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(None, 1.0));
    }

    pub fn node(&self, index: Index) -> &Node {
        &self.nodes[index as usize]
    }

    pub fn node_mut(&mut self, index: Index) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    /// Where a node's children stand.
    pub fn children(&self, index: Index) -> std::ops::Range<Index> {
        let node = self.node(index);
        node.first_child..node.first_child + Index::from(node.children)
    }

    /// How full it is, per mille.
    pub fn fullness(&self) -> u16 {
        (self.nodes.len() * 1_000 / self.most).min(1_000) as u16
    }

    /// Gives a node its children, each with its prior; `false` where there is no room.
    pub fn expand(
        &mut self,
        index: Index,
        moves: impl ExactSizeIterator<Item = (Move, f32)>,
    ) -> bool {
        let count = moves.len();
        if self.nodes.len() + count > self.most {
            return false;
        }
        let first_child = self.nodes.len() as Index;
        self.nodes
            .extend(moves.map(|(mv, prior)| Node::new(Some(mv), prior)));
        let node = self.node_mut(index);
        node.first_child = first_child;
        node.children = count as u8;
        true
    }

    /// Adds a visit with its value (for who moved to the last node) to each node of a path that
    /// starts at the root; the sign changes with the side.
    pub fn back_up(&mut self, path: &[Index], value: f64) {
        let mut value = value;
        for &index in path.iter().rev() {
            let node = self.node_mut(index);
            node.visits += 1;
            node.total += value as f32;
            value = -value;
        }
    }

    /// Carries what is certain of the last node of a path up as far as it decides anything.
    pub fn prove_up(&mut self, path: &[Index]) {
        for &index in path.iter().rev().skip(1) {
            let proof = self.concluded(index);
            if proof == Proof::Open || proof == self.node(index).proof {
                return;
            }
            self.node_mut(index).proof = proof;
        }
    }

    /// What the children of a node prove of it: one that wins loses it for who moved there; where
    /// none can be tried that does not lose, it is won, and where all is certain, drawn.
    fn concluded(&self, index: Index) -> Proof {
        let mut quickest_win = None;
        let mut slowest_loss = 0;
        let (mut open, mut drawn) = (false, false);
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

    /// Makes the node that `moves` lead to the root and forgets all that is not below it; a root
    /// alone where nobody has been there.
    pub fn advance(&mut self, moves: &[Move]) {
        let found = moves.iter().try_fold(ROOT, |index, &mv| {
            self.children(index)
                .find(|&child| self.node(child).mv == Some(mv))
        });
        match found {
            Some(ROOT) => {}
            Some(index) => self.keep_below(index),
            None => self.clear(),
        }
    }

    /// Level by level, so that children stay side by side.
    fn keep_below(&mut self, root: Index) {
        let mut kept = vec![Node {
            mv: None,
            ..*self.node(root)
        }];
        let mut next = 0;
        while next < kept.len() {
            let Node {
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

    /// The child to choose: the quickest certain win, else the most visited that is not certain to
    /// lose, else the longest way down. `None` where there are no children.
    pub fn best_child(&self, index: Index) -> Option<Index> {
        self.children(index).max_by_key(|&child| {
            let node = self.node(child);
            (standing(node), node.visits, node.prior)
        })
    }

    /// The root's children, best first.
    pub fn ranking(&self) -> Vec<Index> {
        let mut ranking: Vec<Index> = self.children(ROOT).collect();
        short::sort_by_key(&mut ranking, |&child| {
            let node = self.node(child);
            std::cmp::Reverse((standing(node), node.visits, node.prior))
        });
        ranking
    }
}

/// What certainty makes of a child: wins first, the quickest before others; losses last, the
/// slowest before others.
fn standing(node: &Node) -> i32 {
    match node.proof {
        Proof::Won(plies) => 1_000 - i32::from(plies),
        Proof::Open | Proof::Drawn => 0,
        Proof::Lost(plies) => i32::from(plies) - 1_000,
    }
}
