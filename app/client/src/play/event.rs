//! The inputs of the playing page's reducer, and what comes with them from outside: random numbers,
//! the date, storage errors.

use engine::rules::{Color, Move, Position};
use wire::visitor::rating::VisitorRating;
use wire::{BackendError, StrategyTally, game_id::GameId};

use super::day::CalendarDate;
use super::saved_game::SavedGame;
use super::unsent_game::{Recipient, UnsentGame};
use super::{Explanation, LinePreview};
use crate::settings::{ColorChoice, Opponent, Settings};
use crate::worker::learner::LearnerRequest;
use crate::worker::{FromWorker, SearchId};

/// An input of the reducer.
#[derive(Debug, Clone)]
pub enum PlayEvent {
    /// The page was hydrated and the browser's storage was read.
    Loaded {
        /// The stored game.
        saved: Option<Box<SavedGame>>,
        /// For whom and which finished games wait in storage, by their ids.
        unsent: Vec<(Recipient, String)>,
        /// For a new game, if none was stored.
        draw: NewGameSeed,
        /// Whether nothing is to be slowed down.
        instant: bool,
    },

    /// The finished games that wait in the browser's storage; `None` if they cannot be read now.
    UnsentFound(Option<Vec<UnsentGame>>),

    /// A person made a move on the board.
    UserMove(Move),
    NewGame(NewGameSeed),
    /// Start a new game with these moves played.
    BeginWith {
        draw: NewGameSeed,
        /// From the start position.
        moves: Vec<Move>,
    },
    /// Continue another game under these settings. The visitor's results stay as they are.
    RestoreGame {
        saved: Box<SavedGame>,
        settings: Box<Settings>,
    },
    /// Show or hide the contribution of each piece.
    ShowNetworkView(bool),
    /// Ask the network for the contribution of each piece in this position.
    RequestNetworkView(Box<Position>),
    /// Count the nodes that pruning saves in this position.
    CountPruning(Box<Position>),
    /// See [`PlayState::undo_target`](super::PlayState::undo_target).
    Undo,
    Redo,
    /// The visitor resigns; between two people, the side to move does.
    Resign,
    /// Offer a draw to the engine; two people agree to it.
    OfferDraw,
    /// Request a hint, or hide it.
    Hint,
    /// Make this abandoned line the game.
    TakeVariation(usize),
    /// The explanation of a move was written.
    Explained {
        /// The ply before the move.
        ply: usize,
        said: Explanation,
    },
    /// Show a line's position in place of the game, or the game again.
    Preview(Option<Box<LinePreview>>),
    /// Question the next move on the board instead of playing it, or not.
    AskWhyNot(bool),
    /// Show the next step of a refutation on the board.
    ShowRefutation {
        /// The search that found it.
        id: SearchId,
        /// The number of its moves to show; 0 ends it.
        plies: usize,
    },
    /// A clock may have run out.
    CheckFlag,
    /// The page is about to be left or hidden.
    Leave,
    /// The browser's storage could not be written.
    StorageFailed(StorageError),
    /// Tell the engine to move now.
    Stop,
    /// Any input during a slow replay.
    Skip,
    /// Show the position after this many plies.
    ViewPly(usize),
    Flip,
    /// Show or hide the reply that the opponent expects.
    ShowReply(bool),
    /// Show or hide what the engine saw and overlooked at its last move.
    ShowSeen(bool),

    /// Change the settings except opponent and colour. Changes of an engine apply to its next
    /// search.
    ChangeSettings(Box<Settings>),
    /// Change the colour, at once if no move was made, else in the next game.
    SetColor {
        choice: ColorChoice,
        /// The colour for a random choice.
        drawn: Color,
    },
    /// Change the opponent, at once if no move was made, else in the next game.
    SetOpponent {
        opponent: Opponent,
        /// The colour for a random choice.
        drawn: Color,
    },
    /// Start, continue or pause the game of two engines.
    Run(bool),
    /// The pause between two engine moves is over.
    NextMove {
        /// The search before it.
        after: SearchId,
    },

    LearnerRequest(LearnerRequest),
    /// The learner's summary is about to be shown; the server may know more.
    SyncLearner,

    /// A message of the worker.
    Engine(FromWorker),
    /// The worker has not become ready in time.
    EngineTimeout,
    /// Start the worker again after it was given up.
    RetryEngine,
    /// The search has run long enough to be shown live.
    GoLive {
        id: SearchId,
    },
    /// The next step of a slow replay is due.
    ReplayTick {
        id: SearchId,
    },

    /// The server has recorded a game.
    RecordSaved {
        client_id: String,
        /// The visitor's results.
        results: Vec<StrategyTally>,
    },
    /// The server has not recorded a game.
    RecordFailed {
        client_id: String,
        error: BackendError,
    },
    /// A retry for unconfirmed games is due.
    RetryRecord,
    /// Somebody shows the coach, so that moves can be held, or nobody any more.
    ShowCoach(bool),
    /// Look at the move after this ply, once it has been answered or the game is over.
    Judge(usize),
    /// Let the engine answer the move that the coach holds.
    Answer,
    /// The visitor's strength by the server.
    RatingLoaded(VisitorRating),
    /// Forget the visitor's strength.
    ResetRating,
    /// The visitor's results are about to be shown.
    RequestResults,
    ResultsLoaded(Vec<StrategyTally>),
}

impl PlayEvent {
    /// Whether the event is a person's change of the game.
    pub(super) fn changes_game(&self) -> bool {
        matches!(
            self,
            Self::UserMove(_)
                | Self::NewGame(_)
                | Self::BeginWith { .. }
                | Self::RestoreGame { .. }
                | Self::Undo
                | Self::Redo
                | Self::Resign
                | Self::OfferDraw
                | Self::Hint
                | Self::AskWhyNot(_)
                | Self::TakeVariation(_)
                | Self::ViewPly(_)
                | Self::Flip
        )
    }
}

/// The random numbers and the date of a new game, drawn by the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGameSeed {
    pub client_id: GameId,
    /// The visitor's colour for a random choice.
    pub color: Color,
    /// Today.
    pub date: CalendarDate,
}

/// Why the browser does not store the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageError {
    /// The storage is full.
    QuotaExceeded,
    /// Storage is not allowed.
    Denied,
}
