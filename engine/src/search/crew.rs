//! Several threads on one position (Lazy SMP): the same search on the same table, so each finds
//! what the others have left there. They are the caller's threads; this is what a search has to
//! know of them.

use std::sync::atomic::{AtomicU64, Ordering};

/// The part of one search among several on the same table.
#[derive(Clone, Copy, Debug, Default)]
pub enum Part<'a> {
    /// There are no others. Only this is deterministic.
    #[default]
    Alone,
    /// Answers, and reports the nodes of all.
    Leader(&'a Nodes),
    /// Fills the table. Of two neighbouring numbers, one begins a ply deeper.
    Helper { nodes: &'a Nodes, number: usize },
}

/// The nodes of all helpers together, since they exist.
#[derive(Debug, Default)]
pub struct Nodes(AtomicU64);

impl Nodes {
    pub(super) fn add(&self, nodes: u64) {
        self.0.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Part<'_> {
    /// The depth to begin with: threads that all did the same would find the same.
    pub(super) fn first_depth(self) -> u8 {
        match self {
            Part::Helper { number, .. } if number % 2 == 1 => 2,
            _ => 1,
        }
    }
}
