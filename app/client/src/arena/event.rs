//! What the page of tournaments takes in, and what its caller has to do.

use super::messages::ArenaResponse;
use super::{
    ArenaFile, Entrant, FileError, FileKind, GameLimit, PlanError, PlayedGame, TournamentPlan,
};
use crate::worker::{FromWorker, ToWorker};

/// What the browser has stored.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoredTournament {
    /// The tournament as the fragment of its link; `None` where there is none.
    pub plan: Option<String>,
    /// Whether it was being played.
    pub is_running: bool,
    /// Games at the same time; 0 where it is not known.
    pub workers: usize,
    /// The files that players play by.
    pub files: Vec<ArenaFile>,
}

/// An input of the reducer.
#[derive(Debug, Clone)]
pub enum ArenaEvent {
    /// Show what the page's address says.
    Open(Result<Box<TournamentPlan>, PlanError>),
    /// A tournament was stored; its games follow.
    Stored(Box<StoredTournament>),
    /// Games that were stored.
    StoredGames(Vec<PlayedGame>),
    /// All that was stored is here.
    Loaded,
    /// Another tab has the tournament.
    OpenElsewhere,
    AddEntrant,
    RemoveEntrant(usize),
    SetEntrant(usize, Entrant),
    /// A file of a kind was chosen for an entrant.
    ChooseFile(usize, FileKind, Result<ArenaFile, FileError>),
    SetLimit(GameLimit),
    SetPairs(u32),
    /// The bounds of a sequential test, normalised Elo.
    SetTest(Option<[i16; 2]>),
    /// Set up another tournament.
    SetPlan(Box<TournamentPlan>),
    /// Games that are played at the same time.
    SetWorkers(usize),
    Start,
    Pause,
    Resume,
    /// Remove the tournament and its games.
    Discard,
    /// Forget the tournament that the address describes.
    KeepTournament,
    /// A message of a worker.
    Engine(usize, FromWorker),
    /// A worker's answer to a request.
    Answer(usize, Box<ArenaResponse>),
    /// The browser has stored a game, or never will.
    GameStored(u32),
    /// The browser has not stored something, for this reason.
    StorageFailed(String),
}

/// What the caller has to do.
#[derive(Debug, Clone, PartialEq)]
pub enum ArenaEffect {
    /// Start a worker, or replace it; answered by [`ArenaEvent::Engine`].
    StartWorker(usize),
    /// Send a worker a message; answered by [`ArenaEvent::Answer`].
    Send(usize, ToWorker),
    /// End a worker.
    EndWorker(usize),
    /// Store the tournament's fragment, whether it is being played, and how many games at the same time.
    StorePlan {
        fragment: String,
        is_running: bool,
        workers: usize,
    },
    StoreFile(ArenaFile),
    /// Store a game's text by its number; answered by [`ArenaEvent::GameStored`].
    StoreGame(u32, String),
    /// Remove all that is stored.
    Clear,
    /// Write the tournament into the page's address.
    UpdateAddress,
}
