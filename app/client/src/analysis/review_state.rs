//! How far a review is, and what it has found.

use engine::explain::{Review, Reviewer, Verdict};
use engine::rules::{Move, NodeId};

/// How far the review is.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Reviewing {
    #[default]
    None,
    Running(Running),
    Done(Reviewed),
}

/// A review in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct Running {
    /// The game's places, the start first.
    pub(super) places: Vec<NodeId>,
    pub(super) reviewer: Reviewer,
}

impl Reviewing {
    /// Whether a place is part of the game that is, or was, gone through.
    pub(super) fn goes_through(&self, at: NodeId) -> bool {
        match self {
            Self::None => false,
            Self::Running(running) => running.places.contains(&at),
            Self::Done(done) => done.places.contains(&at),
        }
    }

    /// Whether a move that was played is being looked at alone.
    pub(super) fn looks_at_one_move(&self) -> bool {
        matches!(self, Self::Running(running) if running.reviewer.looks_at_one_move())
    }
}

impl Running {
    /// How many positions were judged, of how many.
    pub fn progress(&self) -> (usize, usize) {
        self.reviewer.progress()
    }
}

/// A game's review.
#[derive(Debug, Clone, PartialEq)]
pub struct Reviewed {
    /// The game's places, the start first.
    pub places: Vec<NodeId>,
    /// Chances, losses and accuracies.
    pub review: Review,
    /// What there is to say of its turning points.
    pub turns: Vec<Turn>,
}

/// A move with which the game turned.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// The place after the move.
    pub at: NodeId,
    /// With its number: `12… Qxb2`.
    pub mv: String,
    pub verdict: Option<Verdict>,
    /// The better line, in SAN, and its moves.
    pub better: Vec<String>,
    pub moves: Vec<Move>,
    /// What was wrong with the move, one sentence.
    pub why: String,
}

impl Reviewed {
    /// The verdict on the move that led to a place.
    pub fn verdict(&self, at: NodeId) -> Option<Verdict> {
        let index = self.places.iter().position(|place| *place == at)?;
        self.review.moves.get(index.checked_sub(1)?)?.verdict
    }
}
