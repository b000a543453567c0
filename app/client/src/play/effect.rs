//! The effects of the playing page's reducer.

use wire::{
    FinishedGame,
    game_id::GameId,
    visitor::learners::{FinishedLesson, SyncRequest},
};

use super::event::PlayEvent;
use super::saved_game::SavedGame;
use crate::settings::Settings;
use crate::worker::{
    CountPruningOrder, NetworkViewOrder, SearchId, SearchOrder, VerifyOrder,
    learner::LearnerRequest,
};

/// What the caller has to do.
#[derive(Debug, Clone)]
pub enum PlayEffect {
    /// Start or replace the worker; answered by `EngineReady` or `EngineFailed`.
    StartEngine,
    /// Tell the worker that a new game begins, so that it clears its hash table.
    EngineNewGame,
    /// Search; answered by `SearchReport`s and one `SearchDone`.
    Search(Box<SearchOrder>),
    /// End a search early; its result is used.
    StopSearch(SearchId),
    /// End a search; its result is not used.
    CancelSearch(SearchId),
    /// Dispatch an event later.
    After {
        /// The delay, milliseconds.
        ms: u32,
        /// The event to dispatch.
        event: Box<PlayEvent>,
    },
    /// Store the game in the browser.
    Save(Box<SavedGame>),
    /// Write the settings into the preferences' cookie.
    SaveSettings(Settings),
    /// Store a finished game until the server has confirmed it.
    StoreUnsent(FinishedGame),
    /// Remove a game that the server has confirmed or rejected.
    RemoveUnsent { client_id: String },
    /// Send a finished game; answered by `RecordSaved` or `RecordFailed`.
    RecordGame(FinishedGame),
    /// Ask for the contribution of each piece; answered by `NetworkView`.
    ViewNetwork(NetworkViewOrder),
    /// Verify a move by sound searches; answered by `Verified`.
    Verify(Box<VerifyOrder>),
    /// Count the nodes that pruning saves; answered by `PruningCounted`.
    CountPruning(CountPruningOrder),
    /// Use the learner; answered by `LearnerResponse`.
    Learner(LearnerRequest),
    /// Send the learner's operations to the server; answered by `LearnerSynced`.
    SyncLearner(SyncRequest),
    /// Store a finished game until it is learned.
    StoreLesson(FinishedLesson),
    /// Remove a lesson that was learned.
    RemoveLesson(GameId),
    /// Offer a document as a download.
    Download(String),
    /// Load the visitor's results from the server; answered by `ResultsLoaded`, or not at all.
    LoadResults,
}
