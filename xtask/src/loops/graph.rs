//! Cycles of a directed graph.

use std::collections::BTreeSet;

/// The strongly connected components with more than one node, by Tarjan's algorithm, the largest
/// first; `edges[n]` are the nodes that `n` points to.
pub fn cycles(edges: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search {
        edges,
        index: vec![None; edges.len()],
        low: vec![0; edges.len()],
        stack: Vec::new(),
        next: 0,
        found: Vec::new(),
    };
    for node in 0..edges.len() {
        if search.index[node].is_none() {
            search.visit(node);
        }
    }
    search
        .found
        .sort_by_key(|cycle| std::cmp::Reverse(cycle.len()));
    search.found
}

struct Search<'a> {
    edges: &'a [BTreeSet<usize>],
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    stack: Vec<usize>,
    next: usize,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn visit(&mut self, node: usize) {
        self.index[node] = Some(self.next);
        self.low[node] = self.next;
        self.next += 1;
        self.stack.push(node);
        let edges = self.edges;
        for &to in &edges[node] {
            match self.index[to] {
                None => {
                    self.visit(to);
                    self.low[node] = self.low[node].min(self.low[to]);
                }
                Some(index) if self.stack.contains(&to) => {
                    self.low[node] = self.low[node].min(index);
                }
                Some(_) => {}
            }
        }
        if self.index[node] == Some(self.low[node]) {
            let start = self.stack.iter().position(|&other| other == node);
            let mut cycle = self.stack.split_off(start.unwrap_or_default());
            if cycle.len() > 1 {
                cycle.sort_unstable();
                self.found.push(cycle);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_leads_back_is_a_circle() {
        let edges = [vec![1], vec![2], vec![1, 3], vec![], vec![5], vec![4, 0]];
        let edges = edges.map(BTreeSet::from_iter);
        assert_eq!(cycles(&edges), [vec![1, 2], vec![4, 5]]);
    }
}
