//! When the worker synchronises the learner with the server: after loading, if there are pending
//! operations or the server knows the learner; when a game begins; and after each game that was
//! learned. One synchronisation runs at a time, and none while a result is on its way to the server:
//! either may create the guest.

use super::EngineState;
use super::update::PlayUpdate;
use crate::worker::learner::{LearnerOwner, LearnerRequest};

impl PlayUpdate<'_> {
    pub(super) fn sync_once(&mut self) {
        if !self.state.learner.sync.synced_once {
            self.sync_learner();
        }
    }

    pub(super) fn sync_learner(&mut self) {
        let state = &mut *self.state;
        let sync = &mut state.learner.sync;
        if state.engine != EngineState::Ready || sync.running || state.records_sent > 0 {
            sync.repeat = true;
            return;
        }
        (sync.running, sync.synced_once, sync.repeat) = (true, true, false);
        self.ask_learner(LearnerRequest::Sync);
    }

    /// Learners learn from games and use what they know in them.
    pub(super) fn sync_at_game_start(&mut self) {
        let state = &mut *self.state;
        let known = &mut state.learner.sync.game;
        let begun = state.game.ply() > 0 && state.engine == EngineState::Ready;
        if begun && *known != state.client_id {
            known.clone_from(&state.client_id);
            self.sync_learner();
        }
    }

    /// The worker has sent a summary.
    pub(super) fn sync_if_needed(&mut self) {
        let memory = &self.state.learner;
        let Some(summary) = &memory.summary else {
            return;
        };
        let untold = summary.unsynced > 0;
        let known = summary.owner != LearnerOwner::Browser;
        let due = match memory.sync.synced_once {
            false => untold || known || memory.sync.repeat,
            // After a failure the scheduled retry does it.
            true => memory.sync.repeat || untold && !self.state.retry_planned,
        };
        if due && !memory.sync.running {
            self.sync_learner();
        }
    }

    /// A synchronisation has ended; a summary follows if the server has answered.
    pub(super) fn synced(&mut self, answered: bool) {
        self.state.learner.sync.running = false;
        match answered {
            true => self.state.send_failures = 0,
            false => self.plan_retry(),
        }
    }

    /// After a failure, or for a postponed synchronisation.
    pub(super) fn retry_sync(&mut self) {
        let memory = &self.state.learner;
        let untold = memory.summary.as_ref().is_some_and(|now| now.unsynced > 0);
        if untold || memory.sync.repeat {
            self.sync_learner();
        }
    }
}
