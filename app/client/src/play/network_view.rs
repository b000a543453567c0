//! The network's view: what each piece contributes to the evaluation.

use engine::rules::{Position, Square};

use super::update::PlayUpdate;
use super::{EngineState, PlayState};
use crate::worker::{NetworkProgress, ToWorker};

impl PlayState {
    /// The contribution of each piece on the board, White's view, if shown and known.
    pub fn piece_contributions(&self) -> Option<&[(Square, i32)]> {
        let (key, seen) = self
            .network_view
            .as_ref()
            .filter(|_| self.shows_network_view)?;
        (*key == self.board().0.key()).then_some(seen)
    }

    /// Whether the network is loaded.
    pub fn has_network(&self) -> bool {
        matches!(self.network, Some(NetworkProgress::Ready(_)))
    }

    /// Whether loading the network has failed.
    pub fn network_failed(&self) -> bool {
        matches!(self.network, Some(NetworkProgress::Failed(_)))
    }
}

impl PlayUpdate<'_> {
    pub(super) fn request_network_view(&mut self, position: &Position) {
        if self.state.engine == EngineState::Ready && self.state.has_network() {
            self.send(ToWorker::ViewNetwork(position.into()));
        }
    }

    pub(super) fn set_network_view(&mut self, key: u64, seen: Vec<(u8, i32)>) {
        let squares = seen
            .into_iter()
            .filter_map(|(index, score)| Some((Square::from_index(index)?, score)));
        self.state.network_view = Some((key, squares.collect()));
    }
}
