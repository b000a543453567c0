//! A tree search on the stage: how visits and values of the root's moves have grown, and the tree in the
//! end.

use engine::mcts::ExploredNode;
use engine::rules::{Move, Position};
use engine::search::Explored;
use serde::{Deserialize, Serialize};

/// The most nodes of a tree that are sent to the page.
pub const MAX_EXPLORED_NODES: usize = 20_000;

/// The root's moves after so many visits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub visits: u32,
    /// Best first.
    pub moves: Vec<Explored>,
}

/// What a tree search has done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploredTree {
    /// In the order of time; the last one is the end.
    pub snapshots: Vec<Snapshot>,
    /// The tree in the end, parents before children, the most visited of siblings first.
    pub nodes: Vec<ExploredNode>,
}

impl Snapshot {
    pub fn new(moves: Vec<Explored>) -> Self {
        Self {
            visits: moves.iter().map(|found| found.visits).sum(),
            moves,
        }
    }

    /// What is known of a move, if it is one of the root's.
    #[must_use]
    pub fn of(&self, mv: Move) -> Option<&Explored> {
        self.moves.iter().find(|found| found.mv == mv)
    }
}

impl ExploredTree {
    /// Whether there is such a node.
    #[must_use]
    pub fn has(&self, index: u32) -> bool {
        (index as usize) < self.nodes.len()
    }

    /// The children of a node that were visited, the most visited first.
    pub fn children(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let below = (index + 1..).zip(&self.nodes[index as usize + 1..]);
        below
            .filter(move |(_, node)| node.parent == Some(index))
            .map(|(child, _)| child)
    }

    /// The nodes from the root to a node, both included.
    #[must_use]
    pub fn path(&self, index: u32) -> Vec<u32> {
        let parent = |index: &u32| self.nodes[*index as usize].parent;
        let mut path: Vec<u32> = std::iter::successors(Some(index), parent).collect();
        path.reverse();
        path
    }

    /// The position of a node, and the move that leads there.
    #[must_use]
    pub fn board(&self, start: &Position, index: u32) -> (Position, Option<Move>) {
        let moves = self.path(index).into_iter();
        let moves = moves.filter_map(|index| self.nodes[index as usize].mv);
        moves.fold((*start, None), |(position, _), mv| {
            (position.play(mv), Some(mv))
        })
    }

    /// The root move above a node, or itself.
    #[must_use]
    pub fn root_move(&self, index: u32) -> Option<Move> {
        let path = self.path(index);
        self.nodes[*path.get(1)? as usize].mv
    }
}
