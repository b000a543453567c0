//! What the page asks of the worker's learner, and its answers.

use super::PlayEffect;
use super::unsent_game::Recipient;
use super::update::PlayUpdate;
use crate::worker::ToWorker;
use crate::worker::learner::{LearnerRequest, LearnerResponse};

impl PlayUpdate<'_> {
    /// Sends a new worker the games that have not been learned, and requests a summary.
    pub(super) fn send_unlearned_games(&mut self) {
        self.state.learner.sync.reset();
        self.state.learner.summary_requested = false;
        let mut unsent = self.state.unsent.iter();
        if self.state.has_begun() || unsent.any(|game| game.lesson.is_some()) {
            self.send_unsent(Recipient::Learner);
            self.request_summary();
        }
    }

    /// Requests a summary once a game has begun. Before that the worker need not load the learner.
    pub(super) fn request_summary(&mut self) {
        if !std::mem::replace(&mut self.state.learner.summary_requested, true) {
            self.ask_learner(LearnerRequest::Summarize);
        }
    }

    pub(super) fn request_learner(&mut self, order: LearnerRequest) {
        self.state.learner.import_error = None;
        self.ask_learner(order);
    }

    pub(super) fn ask_learner(&mut self, request: LearnerRequest) {
        self.send(ToWorker::Learner(request));
    }

    pub(super) fn handle_learner_response(&mut self, news: LearnerResponse) {
        let memory = &mut self.state.learner;
        match news {
            LearnerResponse::Summary(summary) => {
                memory.summary = Some(summary);
                self.sync_if_needed();
            }
            LearnerResponse::Synced(answered) => self.synced(answered),
            LearnerResponse::ImportFailed(reason) => memory.import_error = Some(reason),
            LearnerResponse::Exported(document) => {
                self.effects.push(PlayEffect::Download(document))
            }
            LearnerResponse::Learned(id) => self.remove_unsent(id.as_str(), Recipient::Learner),
        }
    }
}
