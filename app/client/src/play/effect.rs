//! The effects of the playing page's reducer.

use wire::FinishedGame;

use super::event::PlayEvent;
use super::saved_game::SavedGame;
use super::unsent_game::{Recipient, UnsentGame};
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
    /// Look for finished games in the browser's storage that have not arrived; see
    /// [`PlayEvent::UnsentFound`](super::PlayEvent::UnsentFound).
    FindUnsent,
    /// Store a finished game for all who wait for it.
    StoreUnsent(UnsentGame),
    /// Remove a finished game for which a recipient no longer waits.
    RemoveUnsent {
        /// The game's id.
        id: String,
        recipient: Recipient,
    },
    /// Send the server a finished game; answered by `RecordSaved` or `RecordFailed`.
    RecordGame(FinishedGame),
    /// Offer a document as a download.
    Download(String),
    /// Ask for the visitor's strength; answered by `RatingLoaded`, or not at all.
    AskRating {
        /// Whether it forgets it first.
        reset: bool,
    },
    /// Load the visitor's results from the server; answered by `ResultsLoaded`, or not at all.
    LoadResults,
}
