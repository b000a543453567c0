//! What the training page takes in, and what its caller has to do.

use engine::exercises::{Exercise, ExerciseId};
use engine::rules::Move;
use wire::visitor::exercises::{AnswerGrade, ExerciseAnswer, StoredExercise};

use super::deck::{Deck, Unsent};
use super::local_time::LocalTime;
use super::shown_line::LineKind;

/// An input of the reducer. The times are when it happens.
#[derive(Clone, Debug)]
pub enum TrainEvent {
    /// All that the browser has stored.
    Known(Box<Deck>),
    /// Exercises that were made of games.
    Add {
        exercises: Vec<Exercise>,
        time: LocalTime,
    },
    /// What the server has of the visitor.
    Received {
        exercises: Vec<StoredExercise>,
        answers: Vec<ExerciseAnswer>,
    },
    /// This has arrived at the server.
    Sent(Box<Unsent>),
    /// The server knows of nothing that was sent from here: a guest is forgotten when its session ends.
    ServerForgot,
    /// The server speaks of another visitor than before, as after signing in: what was sent is that one's, and
    /// comes again if it is this one's as well.
    OtherVisitor,
    /// An answer that was not kept before the page was left.
    LeftOver(ExerciseAnswer),
    /// How many new exercises a day brings at most.
    SetNewPerDay(u16),
    /// The page is looked at: what is due depends on the time.
    Look(LocalTime),
    /// Keep the answer to an exercise that is over, and show the next one.
    Next(LocalTime),
    /// Show this exercise, due or not.
    Open {
        exercise: ExerciseId,
        time: LocalTime,
    },
    /// Keep the answer to an exercise that is over, and show none.
    Leave(LocalTime),
    /// The visitor moves.
    Play { mv: Move, time: LocalTime },
    /// It is time for the opponent's move.
    Reply,
    /// Take the wrong move back.
    TakeBack,
    /// Give the next hint.
    Hint,
    /// Show the solution.
    ShowSolution(LocalTime),
    /// Play a line on the board step by step, or show the exercise again.
    PlayLine(Option<LineKind>),
    /// Show a line after so many of its plies.
    ShowPly(LineKind, usize),
    /// The next moment of the film with this number.
    Tick(u32),
    /// The visitor says how well they solved it.
    Grade(AnswerGrade),
    /// Do not show the exercise again, and show the next one.
    SetAside(LocalTime),
    /// Show an exercise again that was set aside.
    TakeUp {
        exercise: ExerciseId,
        time: LocalTime,
    },
}

/// What the caller has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainEffect {
    /// An exercise is over, and this is its answer so far: note it at once, in case the page is left before
    /// the visitor goes on; see [`TrainEvent::LeftOver`].
    Note(ExerciseAnswer),
    /// Keep an answer for good, and forget the note about the exercise: write its chunk, and send it.
    Store(ExerciseAnswer),
    /// Remove all that is stored, and write all of the deck.
    StoreAll,
    /// Write these exercises.
    StoreExercises(Vec<ExerciseId>),
    /// Write these chunks of answers.
    StoreChunks(Vec<u64>),
    /// Send [`TrainEvent::Reply`] after a moment, so that the move can be followed.
    ReplySoon,
    /// Send [`TrainEvent::Tick`] of this film after a moment.
    TickSoon(u32),
}
