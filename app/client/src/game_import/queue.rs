//! The games of an import that are still to be done.

use std::collections::BTreeSet;

/// The games of an import, by number, and those that are done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportQueue {
    total: u32,
    done: BTreeSet<u32>,
    /// A game in which the engine has stopped: it comes last.
    doubtful: Option<u32>,
    /// All that ever were.
    doubted: BTreeSet<u32>,
}

impl ImportQueue {
    #[must_use]
    pub fn new(total: u32) -> ImportQueue {
        ImportQueue {
            total,
            ..ImportQueue::default()
        }
    }

    #[must_use]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Games that are done.
    #[must_use]
    pub fn done(&self) -> u32 {
        u32::try_from(self.done.len()).unwrap_or(u32::MAX)
    }

    /// Games that are not.
    #[must_use]
    pub fn left(&self) -> u32 {
        self.total.saturating_sub(self.done())
    }

    /// The number of the next game, without the doubtful one.
    #[must_use]
    pub fn next(&self) -> Option<u32> {
        let is_open = |index: &u32| !self.done.contains(index) && self.doubtful != Some(*index);
        (0..self.total).find(is_open)
    }

    /// Counts a game as done. Returns whether it was not.
    pub(super) fn complete(&mut self, index: u32) -> bool {
        if self.doubtful == Some(index) {
            self.doubtful = None;
        }
        index < self.total && self.done.insert(index)
    }

    /// Puts a game last, unless another one is there already: then `false`.
    pub(super) fn doubt(&mut self, index: u32) -> bool {
        self.doubted.insert(index);
        let is_first = self.doubtful.is_none();
        self.doubtful.get_or_insert(index);
        is_first
    }

    pub(super) fn was_doubted(&self, index: u32) -> bool {
        self.doubted.contains(&index)
    }

    pub(super) fn doubtful(&self) -> Option<u32> {
        self.doubtful
    }

    pub(super) fn clear_doubt(&mut self) {
        self.doubtful = None;
    }
}
