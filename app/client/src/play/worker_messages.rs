//! Messages of the engine worker.

use super::EngineState;
use super::update::PlayUpdate;
use crate::worker::FromWorker;

impl PlayUpdate<'_> {
    pub(super) fn handle_worker(&mut self, message: FromWorker) {
        match message {
            FromWorker::Ready => {
                self.state.engine = EngineState::Ready;
                // It may have taken the place of another one.
                self.lose_judgement();
                self.send_unlearned_games();
                self.schedule_search();
            }
            FromWorker::Failed { message } => self.engine_failed(message),
            FromWorker::Reports { id, reports } => self.handle_reports(id, reports),
            FromWorker::Done { id, decision } => self.handle_done(id, decision),
            FromWorker::NoTables => self.state.lacks_tables = true,
            FromWorker::Network(progress) => self.state.network = Some(progress),
            FromWorker::NetworkView { key, pieces } => self.set_network_view(key, pieces),
            FromWorker::Verified { key, sound } => self.handle_verification(key, sound),
            FromWorker::LossMeasured { key, hundredths } => self.move_measured(key, hundredths),
            FromWorker::PruningCounted { key, savings } => {
                self.state.savings = Some((key, savings));
            }
            FromWorker::Learner(response) => self.handle_learner_response(response),
            // Only the bench asks for it.
            FromWorker::Bench(_) | FromWorker::Lazy(_) => {}
        }
    }
}
