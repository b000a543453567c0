//! What has to be done after an event.

use wire::{
    FinishedGame,
    game_id::GameId,
    visitor::learners::{FinishedLesson, SyncRequest},
};

use super::event::Event;
use super::saved_game::SavedGame;
use crate::settings::Settings;
use crate::worker::{
    CountPruningOrder, NetworkViewOrder, SearchId, SearchOrder, VerifyOrder,
    learner::LearnerRequest,
};

/// Something that has to be done outside of the state.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Start the worker; where there is one, replace it. Answered by `EngineReady` or
    /// `EngineFailed`.
    StartEngine,
    /// Tell the worker that a new game begins.
    ForgetGame,
    /// Search; answered by `SearchReport`s and one `SearchDone`.
    Search(Box<SearchOrder>),
    /// End a search early; its answer is still wanted.
    StopSearch(SearchId),
    /// End a search whose answer is no longer wanted.
    CancelSearch(SearchId),
    /// Dispatch an event after so many milliseconds.
    After {
        /// How long, in milliseconds.
        ms: u32,
        /// What then happens.
        event: Box<Event>,
    },
    /// Write the game to the browser's storage.
    Save(Box<SavedGame>),
    /// Write the settings to the visitor's preferences.
    SaveSettings(Settings),
    /// Keep a finished game in the browser's storage until the server has confirmed it.
    KeepUnsent(FinishedGame),
    /// The server has confirmed or refused this game: keep it no longer.
    ForgetUnsent {
        /// The game's id.
        client_id: String,
    },
    /// Send a finished game; answered by `RecordSaved` or `RecordFailed`.
    Record(FinishedGame),
    /// Look at a position as the network does; answered by `Seen`.
    See(NetworkViewOrder),
    /// Look at a move by sound searches; answered by `Verified`.
    Verify(Box<VerifyOrder>),
    /// Count what pruning saves; answered by `Counted`.
    Count(CountPruningOrder),
    /// Do something with what learners remember; answered by `Learning`.
    Learning(LearnerRequest),
    /// Tell the server what was done to the learner here; answered by `Met`.
    Meet(SyncRequest),
    /// Keep a finished game in the browser's storage until it is learnt.
    KeepLesson(FinishedLesson),
    /// This game is learnt: keep it no longer.
    ForgetLesson(GameId),
    /// Offer a document to the visitor, to be kept as a file.
    Download(String),
    /// Ask the server for the visitor's tallies; answered by `ResultsLoaded`, or not at all.
    LoadResults,
}
