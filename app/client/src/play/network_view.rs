//! What the network sees in the position on the board.

use engine::rules::{Position, Square};

use super::update::Step;
use super::{Effect, EngineState, State};
use crate::worker::{NetworkProgress, NetworkViewOrder};

impl State {
    /// What each piece on the board adds, White's view, where that is to be shown and known.
    pub fn seen(&self) -> Option<&[(Square, i32)]> {
        let (key, seen) = self.seen.as_ref().filter(|_| self.sees)?;
        (*key == self.board().0.key()).then_some(seen)
    }

    /// Whether the network judges.
    pub fn has_network(&self) -> bool {
        matches!(self.network, Some(NetworkProgress::Ready(_)))
    }

    /// Whether it cannot be had.
    pub fn lacks_network(&self) -> bool {
        matches!(self.network, Some(NetworkProgress::Failed(_)))
    }
}

impl Step<'_> {
    pub(super) fn see(&mut self, position: &Position) {
        if self.state.engine == EngineState::Ready && self.state.has_network() {
            self.effects.push(Effect::See(NetworkViewOrder {
                key: position.key(),
                fen: position.to_fen(),
            }));
        }
    }

    pub(super) fn seen(&mut self, key: u64, seen: Vec<(u8, i32)>) {
        let squares = seen
            .into_iter()
            .filter_map(|(index, score)| Some((Square::from_index(index)?, score)));
        self.state.seen = Some((key, squares.collect()));
    }
}
