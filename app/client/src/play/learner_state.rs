//! What the page knows of what learners remember, and of what the server knows of it.

use wire::{game_id::GameId, visitor::learners::FinishedLesson};

use crate::worker::learner::LearnerSummary;

/// What learners remember, as far as the page knows.
#[derive(Debug, Clone, Default)]
pub struct Remembered {
    /// In figures; `None` until the worker has answered.
    pub summary: Option<LearnerSummary>,
    /// Why the last document was not taken over.
    pub refused: Option<String>,
    /// Whether this worker was asked.
    pub(super) looked: bool,
    /// Finished games that were not learnt yet.
    pub waiting: Vec<FinishedLesson>,
    /// How far the server knows of it.
    pub(super) meetings: Meetings,
}

/// How far the meetings are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meetings {
    /// The worker or the server is being asked.
    pub(super) under_way: bool,
    /// Something happened meanwhile.
    pub(super) again: bool,
    /// There was one on this page.
    pub(super) first: bool,
    /// The game for which there was one.
    pub(super) game: Option<GameId>,
}

impl Meetings {
    /// The worker that was asked is gone.
    pub(super) fn interrupted(&mut self) {
        self.again |= self.under_way;
        (self.under_way, self.first) = (false, false);
    }
}
