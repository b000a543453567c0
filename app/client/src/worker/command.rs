//! What a page has its worker do.

use super::protocol::{SearchId, ToWorker};

/// A command to the page's engine worker; answered by [`FromWorker`](super::FromWorker).
#[derive(Debug, Clone, PartialEq)]
pub enum EngineCommand {
    /// Start the worker, or replace it; answered by `Ready` or `Failed`.
    Start,
    /// Send it a message.
    Send(ToWorker),
    /// End a search early; its result is used.
    Stop(SearchId),
    /// End a search; its result is not used.
    Cancel(SearchId),
}
