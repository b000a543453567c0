//! A small tree as textbooks draw it: nodes and edges, each node with its window and value.

use engine::search::TraceNode;

use super::TreeView;

/// The most nodes that are drawn so.
const MAX_NODES: usize = 48;
/// The most levels.
const MAX_LEVELS: u16 = 8;

/// A node and its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedNode {
    pub node: u32,
    /// In widths of a node from the left: the middle of its leaves.
    pub column: f32,
    /// Levels below the top.
    pub level: u16,
    /// Place of the parent in the list; `None` for the top.
    pub parent: Option<usize>,
}

/// A branch with the places of its nodes, parents before children; `None` where it is too large. Moves that
/// were not searched are left out.
#[must_use]
pub fn textbook_tree(view: &TreeView, top: u32) -> Option<Vec<PlacedNode>> {
    // Quickly for large ones: the film asks at every frame.
    if view.span(top).1 as usize > MAX_NODES + 1 {
        return None;
    }
    let branch = top..view.branch_end(top);
    let is_searched = |node: &TraceNode| node.nodes > 0;
    let nodes = &view.tree().nodes()[branch.start as usize..branch.end as usize];
    let is_whole = view.tree().folded_among(branch.clone()).next().is_none();
    let count = nodes.iter().filter(|node| is_searched(node)).count();
    if !is_whole || !(2..=MAX_NODES).contains(&count) || view.height(top) > MAX_LEVELS {
        return None;
    }
    let mut placed: Vec<PlacedNode> = Vec::with_capacity(count);
    let mut places = vec![None; nodes.len()];
    for index in branch.filter(|&index| is_searched(view.node(index))) {
        let parent = view.node(index).parent.filter(|_| index != top);
        places[(index - top) as usize] = Some(placed.len());
        placed.push(PlacedNode {
            node: index,
            column: 0.0,
            level: view.level(index) - view.level(top),
            parent: parent.and_then(|parent| places[(parent - top) as usize]),
        });
    }
    let mut ends: Vec<Option<(f32, f32)>> = vec![None; placed.len()];
    let leaves = ends_of_leaves(&placed);
    for (place, column) in leaves {
        ends[place] = Some((column, column));
    }
    for place in (0..placed.len()).rev() {
        let (first, last) = ends[place].unwrap_or_default();
        placed[place].column = (first + last) / 2.0;
        if let Some(parent) = placed[place].parent {
            let column = placed[place].column;
            let (low, high) = ends[parent].unwrap_or((column, column));
            ends[parent] = Some((low.min(column), high.max(column)));
        }
    }
    Some(placed)
}

/// The leaves with their columns, from the left.
fn ends_of_leaves(placed: &[PlacedNode]) -> Vec<(usize, f32)> {
    let mut is_leaf = vec![true; placed.len()];
    for node in placed {
        if let Some(parent) = node.parent {
            is_leaf[parent] = false;
        }
    }
    let leaves = is_leaf.iter().enumerate().filter(|(_, leaf)| **leaf);
    leaves
        .zip(0_u16..)
        .map(|((place, _), column)| (place, f32::from(column)))
        .collect()
}
