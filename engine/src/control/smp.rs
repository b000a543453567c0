//! Several threads on one position (Lazy SMP): each runs the same search on the same transposition
//! table. The caller owns the threads; a search knows only its role.

use std::sync::atomic::{AtomicU64, Ordering};

/// The role of one search among those on the same table.
#[derive(Clone, Copy, Debug, Default)]
pub enum ThreadRole<'a> {
    /// The only thread; deterministic.
    #[default]
    Single,
    /// The thread that answers and reports the nodes of all.
    Main(&'a SharedNodes),
    /// A thread that only fills the table. Odd numbers start one ply deeper.
    Helper {
        nodes: &'a SharedNodes,
        number: usize,
    },
}

/// The nodes that all helper threads have searched together, in all searches so far.
#[derive(Debug, Default)]
pub struct SharedNodes(AtomicU64);

impl SharedNodes {
    pub(super) fn add(&self, nodes: u64) {
        self.0.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl ThreadRole<'_> {
    /// The first depth to search; it differs between helpers, so that they do not all search the
    /// same tree.
    pub(crate) fn first_depth(self) -> u8 {
        match self {
            ThreadRole::Helper { number, .. } if number % 2 == 1 => 2,
            _ => 1,
        }
    }
}
