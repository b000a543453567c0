//! The learner on the page: its summary and its synchronisation.

use wire::game_id::GameId;

use crate::worker::learner::LearnerSummary;

/// What the page knows of the learner.
#[derive(Debug, Clone, Default)]
pub struct LearnerState {
    /// `None` before the worker's first answer.
    pub summary: Option<LearnerSummary>,
    /// Why the last import failed.
    pub import_error: Option<String>,
    /// Whether this worker was asked for a summary.
    pub(super) summary_requested: bool,
    pub(super) sync: SyncProgress,
}

/// Progress of the synchronisation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SyncProgress {
    /// Whether the worker or the server is being asked.
    pub(super) running: bool,
    /// Whether another one has to follow.
    pub(super) repeat: bool,
    /// Whether there was one on this page.
    pub(super) synced_once: bool,
    /// The game for which there was one.
    pub(super) game: Option<GameId>,
}

impl SyncProgress {
    /// The worker that was asked is gone.
    pub(super) fn reset(&mut self) {
        self.repeat |= self.running;
        (self.running, self.synced_once) = (false, false);
    }
}
