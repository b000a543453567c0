//! What can happen to a game.

use engine::{
    explain::Sound,
    player::Decision,
    rules::{Color, Move, Position},
    search::Report,
    teaching::PruningComparison,
};
use wire::{
    BackendError, FinishedGame, StrategyTally,
    visitor::learners::{FinishedLesson, SyncResponse},
};

use super::saved_game::SavedGame;
use super::{Draw, NotKept, Said};
use crate::{
    settings::{ColorChoice, Opponent, Settings},
    worker::{
        NetworkProgress, SearchId,
        learner::{LearnerRequest, LearnerResponse},
    },
};

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// The page was hydrated and the browser's storage was read.
    Loaded {
        /// The game that was left here.
        saved: Option<Box<SavedGame>>,
        /// Finished games that the server has not confirmed.
        unsent: Vec<FinishedGame>,
        /// Finished games that were not learnt yet.
        lessons: Vec<FinishedLesson>,
        /// For the new game, where none was left.
        draw: Draw,
        /// Whether nothing is to be slowed down.
        instant: bool,
    },

    /// A person made a move on the board.
    UserMove(Move),
    /// A new game was asked for.
    NewGame(Draw),
    /// A new game was asked for, with these moves played.
    BeginWith {
        /// What chance decides.
        draw: Draw,
        /// From the start position on.
        moves: Vec<Move>,
    },
    /// A game from elsewhere is to be gone on with in place of the one on the board, under these
    /// settings. The visitor's count stays as it is here.
    TakeUp {
        /// The game.
        saved: Box<SavedGame>,
        /// With who plays it.
        settings: Box<Settings>,
    },
    /// How far the network is that judges positions.
    Network(NetworkProgress),
    /// What the network sees is to be shown on the board, or no longer.
    ShowSeen(bool),
    /// The network is to look at this position.
    See(Box<Position>),
    /// What it has seen: what each piece adds, by the index of its square.
    Seen {
        /// The position's key.
        key: u64,
        /// White's view, centipawns.
        seen: Vec<(u8, i32)>,
    },
    /// What sound searches say of a move that an engine made.
    Verified {
        /// The key of the position after the move.
        key: u64,
        /// `None` where nothing was found.
        sound: Option<Box<Sound>>,
    },
    /// What pruning saves in this position is to be counted.
    CountSavings(Box<Position>),
    /// It was counted, or there was too much to count.
    Counted {
        /// The position's key.
        key: u64,
        /// What was counted.
        savings: Option<PruningComparison>,
    },
    /// Taking back was asked for: see [`State::undo_target`](super::State::undo_target).
    Undo,
    /// Playing again what was taken back was asked for.
    Redo,
    /// The visitor gives up; between people, the side to move does.
    Resign,
    /// A draw is offered to the engine; between people, it is agreed.
    OfferDraw,
    /// Advice was asked for, or is not wanted any more.
    Hint,
    /// A line that was left is to be the game again.
    TakeVariation(usize),
    /// It was found why a move was played.
    Explained {
        /// The ply before the move.
        ply: usize,
        /// What there is to say.
        said: Said,
    },
    /// A line is to be looked at on the board, from a position on; or no longer.
    Preview(Option<Box<(Position, Vec<Move>)>>),
    /// The next move on the board is to be doubted instead of played, or not.
    AskWhyNot(bool),
    /// The next moment of a refutation that is played out on the board.
    PlayOut {
        /// The search that found it.
        id: SearchId,
        /// So many of its moves; none ends it.
        plies: usize,
    },
    /// A clock may have run out.
    Flag,
    /// The page is about to be left or hidden.
    Leave,
    /// Something could not be written to the browser's storage.
    NotKept(NotKept),
    /// The engine was told to move now.
    Stop,
    /// Any input while something is shown slowly.
    Skip,
    /// The position after so many plies was asked for.
    ViewPly(usize),
    /// Turning the board was asked for.
    Flip,
    /// The reply that the opponent expects was asked for, or folded away.
    ShowReply(bool),

    /// Other settings; opponent and colour stay as they are. What concerns a mind holds from the
    /// next search on.
    Set(Box<Settings>),
    /// Another colour; holds at once if no move was made, else in the next game.
    SetColor {
        /// What was chosen.
        choice: ColorChoice,
        /// The colour to take, should chance decide.
        drawn: Color,
    },
    /// Another opponent; holds at once if no move was made, else in the next game.
    SetOpponent {
        /// Who was chosen.
        opponent: Opponent,
        /// The colour to take, should chance decide.
        drawn: Color,
    },
    /// The engines that play each other begin or go on, or pause.
    Run(bool),
    /// The pause between two moves of engines that play each other is over.
    NextMove {
        /// The search before it.
        after: SearchId,
    },

    /// What learners remember, or what became of an order about it.
    Learning(LearnerResponse),
    /// Something is to be done with what learners remember.
    AskMemory(LearnerRequest),
    /// What is remembered is to be seen: the server may know more of it.
    MeetLearner,
    /// The server has told what the learner is now, or failed to.
    Met(Result<SyncResponse, BackendError>),

    /// The worker takes searches now.
    EngineReady,
    /// The worker's time to say that it is ready is over.
    EngineLate,
    /// The worker is gone.
    EngineFailed {
        /// What happened.
        message: String,
    },
    /// Another try was asked for after the worker was given up.
    RetryEngine,
    /// A running search has found something.
    SearchReport {
        /// The search's number.
        id: SearchId,
        /// What was found since the last batch.
        reports: Vec<Report>,
    },
    /// A search has ended.
    SearchDone {
        /// The search's number.
        id: SearchId,
        /// What was decided.
        decision: Box<Decision>,
    },
    /// A search has run for long enough to be shown as it is.
    GoLive {
        /// The search's number.
        id: SearchId,
    },
    /// The next step of a slow replay is due.
    ReplayTick {
        /// The search's number.
        id: SearchId,
    },

    /// The server has recorded a game.
    RecordSaved {
        /// The game's id.
        client_id: String,
        /// The visitor's tallies.
        results: Vec<StrategyTally>,
    },
    /// The server has not recorded a game.
    RecordFailed {
        /// The game's id.
        client_id: String,
        /// Why.
        error: BackendError,
    },
    /// Time to send again what was not confirmed.
    RetryRecord,
    /// The visitor wants to see the results.
    AskResults,
    /// The server answered with the visitor's tallies.
    ResultsLoaded(Vec<StrategyTally>),
}

impl Event {
    /// Whether a person wants the game to change by this.
    pub(super) fn changes_game(&self) -> bool {
        matches!(
            self,
            Self::UserMove(_)
                | Self::NewGame(_)
                | Self::BeginWith { .. }
                | Self::TakeUp { .. }
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
