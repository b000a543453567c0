//! What is known of the generations so far.

use serde::{Deserialize, Serialize};

use super::insights::Insights;
use super::pair_counts::PairCounts;
use super::strength::Strength;
use super::yardstick::Yardstick;

/// The history of a training.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// One for each generation whose games are played and learnt from.
    pub generations: Vec<GenerationRecord>,
    /// Tests, in the order of their generations.
    pub tests: Vec<TestRecord>,
}

/// A generation's practice games, and what was learnt from them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationRecord {
    /// Positions of all its games.
    pub positions: u32,
    /// Games that one side won.
    pub decided: u16,
    /// The mean squared error of the expected score on games kept apart, before it learnt from the others;
    /// zero without such games.
    pub loss: f32,
}

/// A test of a generation's network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestRecord {
    pub generation: u32,
    /// Practice games that it has learnt from.
    pub games: u64,
    pub results: Vec<(Yardstick, PairCounts)>,
    /// Against the network tested before.
    pub against_earlier: Option<PairCounts>,
    /// By the yardsticks.
    pub strength: Strength,
    pub insights: Insights,
}

impl History {
    /// Positions of the practice games that were learnt from.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let each = self.generations.iter();
        each.map(|generation| u64::from(generation.positions)).sum()
    }
}
