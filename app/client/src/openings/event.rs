//! What the page of openings takes in, and what its caller has to do.

use engine::rules::Move;
use wire::visitor::exercises::ExerciseAnswer;

use super::departure::{Departure, DepartureOrder};
use super::opponent::LineOpponent;
use super::repertoire::{Repertoire, RepertoireId};
use crate::exercises::{AnswerHistory, LocalTime};
use crate::worker::{FromWorker, SearchId, SearchOrder};

/// An input of the reducer. The times are when it happens.
#[derive(Clone, Debug)]
pub enum OpeningsEvent {
    /// All that the browser has stored.
    Known {
        repertoires: Vec<Repertoire>,
        history: Box<AnswerHistory>,
    },
    /// A repertoire that was made of a text.
    Add(Box<Repertoire>),
    Rename {
        id: RepertoireId,
        name: String,
    },
    Delete(RepertoireId),
    /// The page is looked at: what is due depends on the time.
    Look(LocalTime),
    /// Who plays the opponent's moves from the next line on.
    SetOpponent(LineOpponent),
    /// Drill a repertoire: what is due, or all of it.
    Drill {
        id: RepertoireId,
        everything: bool,
        time: LocalTime,
    },
    /// Look at the moves of a repertoire, and change them.
    Browse(RepertoireId),
    /// The next line of the drill.
    Next(LocalTime),
    /// Back to the list of repertoires.
    Leave,
    /// The visitor moves.
    Play {
        mv: Move,
        time: LocalTime,
    },
    /// It is time for the opponent's move.
    Reply(LocalTime),
    /// Take the last move back: one that is not the repertoire's, or one that is looked at.
    TakeBack,
    /// Mark the piece that moves, then show the move.
    Hint,
    /// Go on although the line is over.
    PlayOn(LocalTime),
    /// Add the move on the board to the repertoire.
    AddMove(LocalTime),
    /// Remove a move of the position that is looked at, with all that follows.
    RemoveMove(Move),
    /// A message of the worker.
    Engine(FromWorker),
    /// What was found of a move that is not the repertoire's.
    Explained(Departure),
}

/// What the caller has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum OpeningsEffect {
    /// Write a repertoire.
    Store(RepertoireId),
    /// Remove a repertoire.
    Delete(RepertoireId),
    /// Write the chunk of an answer.
    StoreAnswer(ExerciseAnswer),
    /// Send [`OpeningsEvent::Reply`] after a moment, so that the move can be followed.
    ReplySoon,
    /// Start a worker, or replace it.
    StartWorker,
    /// Search the opponent's move.
    Search(Box<SearchOrder>),
    /// Explain a move.
    Explain(DepartureOrder),
    /// What a search finds is not needed any more.
    Cancel(SearchId),
}
