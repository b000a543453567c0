//! What the terms are counted into: a sum to play by, a table to show, a list to fit.

use super::layout::{self, TERMS, Term};
use super::weights::WEIGHTS;
use crate::eval::Tapered;
use crate::eval::tapered::t;

/// The square of the danger to a king is divided by this into centipawns of the middlegame.
pub const DANGER_SQUARE: i32 = 1_024;
/// The danger to a king is divided by this into centipawns of the endgame.
pub const DANGER_ENDGAME: i32 = 16;

/// Takes what one side is credited with.
pub(super) trait Ledger {
    /// `count` times the weight at `index`.
    fn add(&mut self, index: usize, count: i32);
    /// The same for the danger that the side is to the other king; see [`credit`].
    fn danger(&mut self, index: usize, count: i32);
}

/// What a danger to the other king is worth, centipawns. Danger grows with its square: two
/// attackers are more than twice as bad as one.
pub(super) fn credit(danger: Tapered) -> Tapered {
    let middlegame = danger.middlegame.clamp(0, 1_000);
    t(
        middlegame * middlegame / DANGER_SQUARE,
        danger.endgame.clamp(0, 1_000) / DANGER_ENDGAME,
    )
}

/// Adds up.
#[derive(Default)]
pub(super) struct Sum {
    score: Tapered,
    danger: Tapered,
}

impl Ledger for Sum {
    #[inline]
    fn add(&mut self, index: usize, count: i32) {
        self.score += WEIGHTS[index] * count;
    }

    #[inline]
    fn danger(&mut self, index: usize, count: i32) {
        self.danger += WEIGHTS[index] * count;
    }
}

impl Sum {
    pub fn total(&self) -> Tapered {
        self.score + credit(self.danger)
    }
}

/// Keeps the terms apart: what each gives one side, centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    terms: [Tapered; Term::ALL.len()],
    danger: Tapered,
}

impl Ledger for Terms {
    fn add(&mut self, index: usize, count: i32) {
        self.terms[TERMS[index] as usize] += WEIGHTS[index] * count;
    }

    fn danger(&mut self, index: usize, count: i32) {
        self.danger += WEIGHTS[index] * count;
    }
}

impl Terms {
    /// The side's whole credit.
    pub(super) fn total(&self) -> Tapered {
        self.named()
            .fold(Tapered::default(), |sum, (_, value)| sum + value)
    }

    /// The terms with their names, for display; their sum is the side's whole credit.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, Tapered)> + '_ {
        Term::ALL.into_iter().map(|term| {
            let more = match term {
                Term::Attack => credit(self.danger),
                _ => Tapered::default(),
            };
            (term.name(), self.terms[term as usize] + more)
        })
    }
}

/// Keeps every count, for fitting the weights.
#[derive(Clone, Debug)]
pub struct Counts {
    /// By weight; those of the danger groups count danger.
    pub counts: [i16; layout::COUNT],
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            counts: [0; layout::COUNT],
        }
    }
}

impl Ledger for Counts {
    fn add(&mut self, index: usize, count: i32) {
        self.counts[index] += count as i16;
    }

    fn danger(&mut self, index: usize, count: i32) {
        self.counts[index] += count as i16;
    }
}
