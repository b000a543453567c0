//! When the learner here and the learner on the server meet.
//!
//! When a page begins that has something to tell or has met the server before; when a game begins;
//! and after everything that was learnt. One meeting at a time.

use wire::{BackendError, visitor::learners::SyncResponse};

use super::update::Step;
use super::{Effect, EngineState};
use crate::worker::learner::{LearnerOwner, LearnerRequest};

impl Step<'_> {
    /// Something shows what is remembered.
    pub(super) fn meet_first(&mut self) {
        if !self.state.memory.meetings.first {
            self.sync_learner();
        }
    }

    fn sync_learner(&mut self) {
        let meetings = &mut self.state.memory.meetings;
        if self.state.engine != EngineState::Ready || meetings.under_way {
            meetings.again = true;
            return;
        }
        (meetings.under_way, meetings.first, meetings.again) = (true, true, false);
        self.effects
            .push(Effect::Learning(LearnerRequest::StartSync));
    }

    /// A game is what learners learn from, and where they use it.
    pub(super) fn meet_when_played(&mut self) {
        let state = &mut *self.state;
        let known = &mut state.memory.meetings.game;
        let begun = state.game.ply() > 0 && state.engine == EngineState::Ready;
        if begun && *known != state.client_id {
            known.clone_from(&state.client_id);
            self.sync_learner();
        }
    }

    /// The worker has said what is remembered, and how far the server knows of it.
    pub(super) fn meet_if_known(&mut self) {
        let memory = &self.state.memory;
        let Some(summary) = &memory.summary else {
            return;
        };
        let untold = summary.unsynced > 0;
        let known = summary.owner != LearnerOwner::Browser;
        let due = match memory.meetings.first {
            false => untold || known || memory.meetings.again,
            // After a failure there is a time to try again.
            true => memory.meetings.again || untold && !self.state.retry_planned,
        };
        if due && !memory.meetings.under_way {
            self.sync_learner();
        }
    }

    pub(super) fn met(&mut self, answer: Result<SyncResponse, BackendError>) {
        self.state.memory.meetings.under_way = false;
        match answer {
            Ok(met) => {
                self.state.send_failures = 0;
                self.effects
                    .push(Effect::Learning(LearnerRequest::FinishSync(met)));
            }
            Err(_) => self.plan_retry(),
        }
    }

    /// After a failure, or for what was put off.
    pub(super) fn meet_again(&mut self) {
        let memory = &self.state.memory;
        let untold = memory.summary.as_ref().is_some_and(|now| now.unsynced > 0);
        if untold || memory.meetings.again {
            self.sync_learner();
        }
    }
}
