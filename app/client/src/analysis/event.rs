//! What the analysis page takes in, and what its caller has to do.

use engine::rules::{Move, NodeId, pgn};

use super::annotation_edit::AnnotationEdit;
use super::kept_entry::KeptEntry;
use super::link::OpenedGame;
use crate::navigation::NavigationStep;
use crate::worker::{EngineCommand, FromWorker, ToWorker};
/// An input of the reducer.
#[derive(Debug, Clone)]
pub enum AnalysisEvent {
    /// Replace the game.
    Open(Box<OpenedGame>),
    /// Play a move in the shown position.
    Play(Move),
    /// Play a line in the shown position.
    PlayLine(Vec<Move>),
    /// Add a line after another node and show its first move.
    ShowLine {
        from: NodeId,
        moves: Vec<Move>,
    },
    GoTo(NodeId),
    Navigate(NavigationStep),
    /// Make the shown line the main line.
    PromoteLine,
    /// Remove the shown move with everything after it.
    RemoveMove,
    /// The PGN that the server keeps of the game with this main line.
    StoredPgn {
        moves: Vec<Move>,
        pgn: String,
    },
    /// Change what is said about a move.
    Annotate {
        at: NodeId,
        edit: AnnotationEdit,
    },
    Flip,
    /// The analysis is kept under this entry, or no longer; the tags that are not here are added.
    SetKept {
        entry: Option<KeptEntry>,
        tags: pgn::Tags,
    },
    /// Preview a line on the board, or end the preview.
    Preview(Option<Vec<Move>>),
    /// Switch the automatic search on or off.
    SetEngineOn(bool),
    SetMultipv(u8),
    /// Search the shown position without a time limit.
    SearchDeeper,
    StartReview,
    StopReview,
    /// A message of the worker.
    Engine(FromWorker),
    RetryEngine,
    /// The time for the network to load is over.
    NetworkTimeout,
}

/// What the caller has to do.
#[derive(Debug, Clone, PartialEq)]
pub enum AnalysisEffect {
    /// Command the worker; answered by [`AnalysisEvent::Engine`].
    Engine(EngineCommand),
    /// Write the current state into the page's address.
    UpdateAddress,
    /// Add a history entry first: the event is about to remove something that only the address
    /// still holds.
    PushHistory,
}

impl AnalysisEffect {
    pub(super) fn send(message: ToWorker) -> Self {
        Self::Engine(EngineCommand::Send(message))
    }
}
