//! Searches wait for the network, for a limited time.

use super::network_wait::NetworkStatus;
use super::state::{AnalysisEffect, AnalysisState};
use crate::worker::EngineCommand;
use crate::worker::NetworkProgress;

impl AnalysisState {
    /// Starts or replaces the worker; a new worker loads the network again.
    pub(super) fn start_engine(&mut self, effects: &mut Vec<AnalysisEffect>) {
        self.network = NetworkStatus::default();
        effects.push(AnalysisEffect::Engine(EngineCommand::Start));
    }

    /// The time for the network to load is over.
    pub(super) fn stop_waiting_for_network(&mut self) {
        self.network.timed_out |= self.network.is_pending();
    }

    /// When the network arrives after the fallback was used, earlier evaluations are dropped and a
    /// running review restarts: scores of two evaluations are not comparable.
    pub(super) fn handle_network(
        &mut self,
        news: NetworkProgress,
        effects: &mut Vec<AnalysisEffect>,
    ) {
        if self.network.uses_fallback() && matches!(news, NetworkProgress::Ready(_)) {
            self.cancel_search(effects);
            self.evaluations.clear();
            self.restart_review(effects);
        }
        self.network.progress = Some(news);
    }
}
