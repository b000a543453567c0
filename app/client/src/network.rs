//! How far the worker has loaded the network.

use crate::worker::NetworkProgress;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct NetworkStatus {
    /// The worker's latest message about it; `None` before the first.
    pub progress: Option<NetworkProgress>,
    /// Whether the wait is over; then the hand-made evaluation is used.
    timed_out: bool,
}

impl NetworkStatus {
    /// Whether searches should wait. A searching worker handles no messages, so the network would
    /// arrive only after the search.
    pub fn is_pending(&self) -> bool {
        !self.timed_out && matches!(self.progress, None | Some(NetworkProgress::Loading(_)))
    }

    /// Whether the hand-made evaluation is used in its place.
    pub fn uses_fallback(&self) -> bool {
        match self.progress {
            Some(NetworkProgress::Ready(_)) => false,
            Some(NetworkProgress::Failed(_)) => true,
            Some(NetworkProgress::Loading(_)) | None => self.timed_out,
        }
    }

    /// The time for it to load is over: searches no longer wait.
    pub fn stop_waiting(&mut self) {
        self.timed_out |= self.is_pending();
    }

    pub fn has_failed(&self) -> bool {
        matches!(self.progress, Some(NetworkProgress::Failed(_)))
    }
}
