//! The effects of the playing page's reducer.

use wire::{
    FinishedGame,
    game_id::GameId,
    visitor::learners::{FinishedLesson, SyncRequest},
};

use super::event::PlayEvent;
use super::saved_game::SavedGame;
use crate::settings::Settings;
use crate::worker::EngineCommand;

/// What the caller has to do.
#[derive(Debug, Clone)]
pub enum PlayEffect {
    /// Command the worker; answered by [`PlayEvent::Engine`].
    Engine(EngineCommand),
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
