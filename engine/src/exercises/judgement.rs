//! Judging an answer.

use super::exercise::{Exercise, is_mate};
use crate::rules::Move;

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Judgement {
    /// Right, and nothing is left to find.
    Solved,
    /// Right; after this reply another move is to be found.
    Continue { reply: Move },
    /// As good as the solution, which goes on from another move. The exercise is solved.
    AlsoGood,
    /// Wrong, or illegal.
    Wrong {
        /// The best replies, from the opponent's on; empty where they are not known.
        refutation: Vec<Move>,
    },
}

impl Exercise {
    /// Judges an answer to the solver's move with this index, from 0. A move that mates is right, even
    /// if the solution goes another way.
    #[must_use]
    pub fn judge(&self, index: usize, mv: Move) -> Judgement {
        let wrong = |refutation| Judgement::Wrong { refutation };
        let Some(position) = self
            .position(index)
            .filter(|position| position.is_legal(mv))
        else {
            return wrong(Vec::new());
        };
        if self.solution.get(2 * index) == Some(&mv) {
            return match self.solution.get(2 * index + 1) {
                Some(&reply) => Judgement::Continue { reply },
                None => Judgement::Solved,
            };
        }
        if is_mate(&position.play(mv)) {
            return Judgement::Solved;
        }
        if index > 0 {
            return wrong(Vec::new());
        }
        if self.accepted.contains(&mv) {
            return Judgement::AlsoGood;
        }
        wrong(match mv == self.played {
            true => self.refutation.clone(),
            false => Vec::new(),
        })
    }
}
