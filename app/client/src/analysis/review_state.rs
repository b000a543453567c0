//! Progress and result of a review.

use engine::explain::{Review, Reviewer, Verdict};
use engine::rules::{Move, NodeId};
use engine::search::Line;
use serde::{Deserialize, Serialize};

use crate::phase_losses::MoveLosses;

#[derive(Debug, Clone, Default, PartialEq)]
pub enum ReviewState {
    #[default]
    None,
    Running(RunningReview),
    Done(FinishedReview),
}

/// A review in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct RunningReview {
    /// The nodes of the game, the start first.
    pub(super) nodes: Vec<NodeId>,
    pub(super) reviewer: Reviewer,
    /// The plies of positions that endgame tables have judged.
    pub(super) solved: Vec<usize>,
}

impl ReviewState {
    /// Whether a node is part of the reviewed game.
    pub(super) fn contains(&self, at: NodeId) -> bool {
        match self {
            Self::None => false,
            Self::Running(running) => running.nodes.contains(&at),
            Self::Done(done) => done.nodes.contains(&at),
        }
    }

    /// Whether the current search leaves moves out.
    pub(super) fn leaves_moves_out(&self) -> bool {
        matches!(self, Self::Running(running) if running.reviewer.leaves_moves_out())
    }
}

impl RunningReview {
    /// Positions that have been searched, of how many.
    pub fn progress(&self) -> (usize, usize) {
        self.reviewer.progress()
    }

    /// The best lines found so far, with their nodes.
    pub(super) fn found_lines(&self) -> impl Iterator<Item = (&NodeId, Line)> {
        let reviewed = self.reviewer.reviewed();
        let first = self.nodes.len().saturating_sub(reviewed.len());
        let found = self.nodes.iter().skip(first).zip(reviewed);
        found.filter_map(|(at, found)| Some((at, found.best?)))
    }
}

/// The result of a review.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedReview {
    /// The nodes of the game, the start first.
    pub nodes: Vec<NodeId>,
    /// Win chances, losses and accuracies.
    pub review: Review,
    pub turning_points: Vec<TurningPoint>,
    /// Losses by side, see [`Color::index`](engine::rules::Color::index), then by the order of [`PHASES`](crate::phase_losses::PHASES).
    pub phases: [[MoveLosses; 3]; 2],
    /// What can be proved of each move; nothing for most.
    pub sentences: Vec<Vec<ReviewSentence>>,
    /// Positions that endgame tables have judged.
    pub solved: usize,
    /// The review as text, from which it is restored; `None` if it is too long.
    pub(super) stored: Option<String>,
}

/// A move that changed the expected result.
#[derive(Debug, Clone, PartialEq)]
pub struct TurningPoint {
    /// The node after the move.
    pub node: NodeId,
    /// With its number: `12… Qxb2`.
    pub mv: String,
    pub verdict: Option<Verdict>,
    /// The better line in SAN; `better_moves` are the same moves.
    pub better_sans: Vec<String>,
    pub better_moves: Vec<Move>,
    /// What was wrong with the move.
    pub sentences: Vec<ReviewSentence>,
}

/// A sentence about a reviewed move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewSentence {
    pub text: String,
    /// Moves that show it, from before the reviewed move; none where the sentence is about the game's rules
    /// or a score.
    pub moves: Vec<Move>,
}

impl FinishedReview {
    /// The verdict on the move that led to a node.
    pub fn verdict(&self, at: NodeId) -> Option<Verdict> {
        let index = self.nodes.iter().position(|place| *place == at)?;
        self.review.moves.get(index.checked_sub(1)?)?.verdict
    }
}
