//! Events and effects of the dojo's page.

use lab::dojo::DojoConfig;

use super::{DojoRequest, DojoResponse};
use crate::worker::FromWorker;

/// What the page's reducer handles.
#[derive(Debug, Clone, PartialEq)]
pub enum DojoEvent {
    /// What the browser has stored, if it has.
    Loaded(Option<StoredTraining>),
    /// Another tab trains.
    OpenElsewhere,
    /// Changes how the next network is raised.
    Configure(DojoConfig),
    /// How many workers play at the same time.
    SetWorkers(usize),
    Start,
    /// Trains on from the network of a file, in place of the training that there is.
    StartFrom(Vec<u8>),
    Pause,
    Resume,
    /// Removes the training.
    Discard,
    /// Shows the next move of the practice game.
    Tick,
    /// A message of a worker.
    Engine(usize, FromWorker),
    /// A worker's answer to a request.
    Answer(usize, Box<DojoResponse>),
    /// The browser has not stored something, for this reason.
    StorageFailed(String),
}

/// A training as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredTraining {
    pub state: Vec<u8>,
    pub is_running: bool,
    pub workers: usize,
    /// The time that it has run so far, ms.
    pub elapsed_ms: u64,
}

/// How far a training has come.
#[derive(Debug, Clone, PartialEq)]
pub struct ReachedState {
    pub state: Vec<u8>,
    /// The file of the network that plays, for a game against it.
    pub network: Vec<u8>,
    /// The time that it has run so far, ms.
    pub elapsed_ms: u64,
}

/// What the caller has to do.
#[derive(Debug, Clone, PartialEq)]
pub enum DojoEffect {
    /// Start a worker, or replace it; answered by [`DojoEvent::Engine`].
    StartWorker(usize),
    /// Send a worker a request; answered by [`DojoEvent::Answer`].
    Ask(usize, DojoRequest),
    /// End a worker.
    EndWorker(usize),
    /// Store how far the training has come.
    StoreState(ReachedState),
    /// Store whether it runs, and with how many workers.
    StoreRunning(bool, usize),
    /// Remove all that is stored.
    Clear,
}
