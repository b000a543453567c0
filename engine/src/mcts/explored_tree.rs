//! The tree of a finished search for showing: what was visited, the most visited first.

use super::tree::{Index, Proof, ROOT, Tree};
use crate::rules::Move;
use crate::short;

/// A visited position of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExploredNode {
    /// Index of the node above; `None` for the root.
    pub parent: Option<u32>,
    /// The move that leads here; `None` for the root.
    pub mv: Option<Move>,
    pub visits: u32,
    /// Mean or proven value for the side that moved here, per mille: −1000 lost, 1000 won.
    pub q: i16,
    /// Prior probability of the move, per mille.
    pub prior: i16,
    /// Whether the value is proven.
    pub is_proven: bool,
}

impl Tree {
    /// The visited nodes, parents before children and the most visited of siblings first. Where there are
    /// more than `max`, those with few visits are left out.
    pub fn explored(&self, max: usize) -> Vec<ExploredNode> {
        let mut least = 1;
        loop {
            let nodes = self.visited(least);
            if nodes.len() <= max {
                return nodes;
            }
            least *= 2;
        }
    }

    /// The nodes with at least so many visits, and the root.
    fn visited(&self, least: u32) -> Vec<ExploredNode> {
        let mut nodes = Vec::new();
        let mut todo = vec![(ROOT, None)];
        while let Some((index, parent)) = todo.pop() {
            let here = nodes.len() as u32;
            nodes.push(self.explored_node(index, parent));
            let mut children: Vec<Index> = self
                .children(index)
                .filter(|&child| self.node(child).visits >= least)
                .collect();
            // The last one is taken first.
            short::sort_by_key(&mut children, |&child| self.node(child).visits);
            todo.extend(children.into_iter().map(|child| (child, Some(here))));
        }
        nodes
    }

    fn explored_node(&self, index: Index, parent: Option<u32>) -> ExploredNode {
        let node = self.node(index);
        ExploredNode {
            parent,
            mv: node.mv,
            visits: node.visits,
            q: (node.q(0.0) * 1_000.0) as i16,
            prior: (node.prior() * 1_000.0) as i16,
            is_proven: node.proof != Proof::Open,
        }
    }
}
