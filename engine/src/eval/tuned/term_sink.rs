//! Where the features are counted: into a score to play by, into terms to show, or into feature
//! counts to fit weights to.

use super::layout::{self, TERMS, Term};
use super::weights::WEIGHTS;
use crate::eval::Tapered;
use crate::eval::tapered::t;

/// Divisor of the squared king danger, for centipawns of the middlegame.
pub const DANGER_SQUARE: i32 = 1_024;
/// Divisor of the king danger, for centipawns of the endgame.
pub const DANGER_ENDGAME: i32 = 16;

/// Takes the features of one side.
pub(super) trait TermSink {
    /// Adds `count` times the weight at `index`.
    fn add(&mut self, index: usize, count: i32);
    /// Adds to the danger to the other king; see [`danger_score`].
    fn danger(&mut self, index: usize, count: i32);
}

/// The score of king danger, centipawns; quadratic in the middlegame.
fn danger_score(danger: Tapered) -> Tapered {
    let middlegame = danger.middlegame.clamp(0, 1_000);
    t(
        middlegame * middlegame / DANGER_SQUARE,
        danger.endgame.clamp(0, 1_000) / DANGER_ENDGAME,
    )
}

/// Sums the score.
#[derive(Default)]
pub(super) struct ScoreSum {
    score: Tapered,
    danger: Tapered,
}

impl TermSink for ScoreSum {
    #[inline]
    fn add(&mut self, index: usize, count: i32) {
        self.score += WEIGHTS[index] * count;
    }

    #[inline]
    fn danger(&mut self, index: usize, count: i32) {
        self.danger += WEIGHTS[index] * count;
    }
}

impl ScoreSum {
    pub fn total(&self) -> Tapered {
        self.score + danger_score(self.danger)
    }
}

/// One side's credit by term, centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    terms: [Tapered; Term::ALL.len()],
    danger: Tapered,
}

impl TermSink for Terms {
    fn add(&mut self, index: usize, count: i32) {
        self.terms[TERMS[index] as usize] += WEIGHTS[index] * count;
    }

    fn danger(&mut self, index: usize, count: i32) {
        self.danger += WEIGHTS[index] * count;
    }
}

impl Terms {
    /// The side's total credit.
    pub(super) fn total(&self) -> Tapered {
        self.named()
            .fold(Tapered::default(), |sum, (_, value)| sum + value)
    }

    /// The terms with their names, for display; they add up to the side's total credit.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, Tapered)> + '_ {
        Term::ALL.into_iter().map(|term| {
            let danger = match term {
                Term::Attack => danger_score(self.danger),
                _ => Tapered::default(),
            };
            (term.name(), self.terms[term as usize] + danger)
        })
    }
}

/// One side's feature counts, for fitting the weights.
#[derive(Clone, Debug)]
pub struct Counts {
    /// By weight index; those of the danger groups count danger.
    pub counts: [i16; layout::COUNT],
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            counts: [0; layout::COUNT],
        }
    }
}

impl TermSink for Counts {
    fn add(&mut self, index: usize, count: i32) {
        self.counts[index] += count as i16;
    }

    fn danger(&mut self, index: usize, count: i32) {
        self.counts[index] += count as i16;
    }
}
