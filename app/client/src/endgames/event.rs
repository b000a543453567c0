//! What the course's page takes in, and what its caller has to do.

use engine::rules::{Move, Square};

use super::messages::{EndgameAnswer, EndgameRequest};
use super::{Lesson, Progress};
use crate::worker::{EngineCommand, FromWorker};

/// An input of the reducer.
#[derive(Clone, Debug)]
pub enum EndgameEvent {
    /// All that the visitor has solved, at earlier visits or on another device.
    Known(Progress),
    /// Show a lesson, or the list of them.
    Open(Option<&'static Lesson>),
    /// Begin the lesson again.
    Restart,
    /// The visitor moves.
    Play(Move),
    /// It is time for the opponent's move.
    Reply,
    /// Take the visitor's last move back.
    TakeBack,
    /// Show the best move.
    Show,
    /// Go on after the goal was missed.
    GoOn,
    /// A piece is picked up on the board, or let go.
    PickUp(Option<Square>),
    /// Whether a picked up piece has its map.
    SetMapOn(bool),
    /// Keep the map of the piece on a square.
    Pin(Option<Square>),
    /// Watch the truth spread, or no longer.
    SetSpread(bool),
    /// Show what is won within so many moves.
    ShowStep(usize),
    /// Begin or end the film of the truth that spreads.
    SetPlaying(bool),
    /// The next moment of the film with this number.
    Tick(u32),
    /// Ask for what could not be had once more.
    TryAgain,
    /// A message of the worker.
    Engine(FromWorker),
    /// Its answer to a request.
    Answer(Box<EndgameAnswer>),
}

/// What the caller has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum EndgameEffect {
    /// A command to the worker.
    Engine(EngineCommand),
    /// Send the worker a request; answered by [`EndgameEvent::Answer`].
    Ask(EndgameRequest),
    /// Send [`EndgameEvent::Reply`] after a moment, so that the move can be followed.
    ReplySoon,
    /// Send [`EndgameEvent::Tick`] of this film after a moment.
    TickSoon(u32),
    /// Keep what was solved now.
    Store(Progress),
}
