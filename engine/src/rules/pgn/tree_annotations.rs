//! The annotations of a game tree, beside it.

use super::Annotations;
use crate::rules::{GameTree, NodeId};

/// Annotations by node. Nodes without any have no entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeAnnotations {
    /// In the order of the nodes.
    entries: Vec<(NodeId, Annotations)>,
}

impl TreeAnnotations {
    /// No annotations.
    pub const fn new() -> TreeAnnotations {
        TreeAnnotations {
            entries: Vec::new(),
        }
    }

    /// The annotations of a node, if it has any.
    pub fn get(&self, at: NodeId) -> Option<&Annotations> {
        let index = self.index(at).ok()?;
        self.entries.get(index).map(|(_, annotations)| annotations)
    }

    /// All nodes that have annotations, in the order in which they were added to the tree.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (NodeId, &Annotations)> {
        self.entries
            .iter()
            .map(|(at, annotations)| (*at, annotations))
    }

    /// Whether no node has annotations.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Changes the annotations of a node, which may have none before or after.
    pub fn edit(&mut self, at: NodeId, change: impl FnOnce(&mut Annotations)) {
        let mut annotations = match self.index(at) {
            Ok(index) => self.entries.remove(index).1,
            Err(_) => Annotations::default(),
        };
        change(&mut annotations);
        if !annotations.is_empty()
            && let Err(index) = self.index(at)
        {
            self.entries.insert(index, (at, annotations));
        }
    }

    /// Changes the annotations of every node that has some.
    pub fn edit_all(&mut self, mut change: impl FnMut(&mut Annotations)) {
        self.entries.retain_mut(|(_, annotations)| {
            change(annotations);
            !annotations.is_empty()
        });
    }

    /// Drops the annotations of removed nodes.
    pub fn retain_reachable(&mut self, tree: &GameTree) {
        let mut is_reachable = vec![false; self.entries.len()];
        let mut open = vec![NodeId::START];
        while let Some(at) = open.pop() {
            if let Ok(index) = self.index(at) {
                is_reachable[index] = true;
            }
            open.extend(tree.replies(at));
        }
        let mut is_reachable = is_reachable.into_iter();
        self.entries.retain(|_| is_reachable.next() == Some(true));
    }

    fn index(&self, at: NodeId) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&at, |(known, _)| *known)
    }
}

impl FromIterator<(NodeId, Annotations)> for TreeAnnotations {
    /// Of several entries of a node the first counts.
    fn from_iter<I: IntoIterator<Item = (NodeId, Annotations)>>(entries: I) -> TreeAnnotations {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.retain(|(_, annotations)| !annotations.is_empty());
        entries.sort_by_key(|(at, _)| *at);
        entries.dedup_by_key(|(at, _)| *at);
        TreeAnnotations { entries }
    }
}
