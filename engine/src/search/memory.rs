//! What a search thread keeps from one search to the next.

use super::history::History;
use super::node::StackEntry;
use super::pv::PvTable;
use super::score::MAX_PLY;

/// The memory of one search thread: its histories, and what every search uses anew without allocating
/// it.
pub struct SearchMemory {
    pub(super) history: History,
    pub(super) pv: PvTable,
    pub(super) stack: Box<[StackEntry]>,
}

impl Default for SearchMemory {
    fn default() -> Self {
        SearchMemory {
            history: History::default(),
            pv: PvTable::new(),
            stack: vec![StackEntry::default(); MAX_PLY].into_boxed_slice(),
        }
    }
}

impl SearchMemory {
    /// Clears the histories.
    pub fn clear(&mut self) {
        self.history.clear();
    }
}
