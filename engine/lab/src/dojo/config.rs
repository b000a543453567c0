//! How a network is raised.

use std::fmt;
use std::str::FromStr;

use engine::eval::Evaluation;
use serde::{Deserialize, Serialize};

use crate::train::{NEURONS, NetworkShape};

/// How a network is raised. Equal configurations, and equal networks to go on from, give equal networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DojoConfig {
    pub seed: u64,
    /// Neurons of the hidden layer, one of [`NEURONS`].
    pub neurons: u8,
    /// Without meaning for a training that goes on from another network.
    pub start: StartEval,
    pub algorithm: Algorithm,
    /// Practice games of a generation, at least 1.
    pub games: u16,
    /// Nodes of a search in practice games, at least 1.
    pub nodes: u32,
    /// Pairs of games against each opponent of a test, at least 1. The network does not depend on it.
    pub test_pairs: u16,
}

impl Default for DojoConfig {
    fn default() -> DojoConfig {
        DojoConfig {
            seed: 1,
            neurons: 32,
            start: StartEval::Chance,
            algorithm: Algorithm::SelfPlayScores,
            games: 200,
            nodes: 200,
            test_pairs: 8,
        }
    }
}

impl DojoConfig {
    /// # Errors
    /// What does not fit.
    pub fn check(&self) -> Result<(), &'static str> {
        if !NEURONS.contains(&self.neurons) {
            return Err("the number of neurons");
        }
        match (self.games, self.nodes, self.test_pairs) {
            (0, _, _) => Err("the number of games"),
            (_, 0, _) => Err("the number of nodes"),
            (_, _, 0) => Err("the number of pairs"),
            _ => Ok(()),
        }
    }

    /// The shape of the network: one output, whatever the number of pieces.
    #[must_use]
    pub fn shape(&self) -> NetworkShape {
        NetworkShape {
            width: self.neurons.into(),
            outputs: 1,
        }
    }
}

/// The evaluation of the first generation's practice games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StartEval {
    /// The network's random weights.
    Chance,
    /// Material alone.
    Material,
    /// The evaluation of the article on server-side search.
    Classic,
}

impl StartEval {
    pub const ALL: [StartEval; 3] = [StartEval::Chance, StartEval::Material, StartEval::Classic];

    /// The name in options and addresses.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            StartEval::Chance => "chance",
            StartEval::Material => "material",
            StartEval::Classic => "classic",
        }
    }

    /// The evaluation; `None` is the network itself.
    #[must_use]
    pub fn evaluation(self) -> Option<Evaluation> {
        match self {
            StartEval::Chance => None,
            StartEval::Material => Some(Evaluation::Material),
            StartEval::Classic => Some(Evaluation::Classic),
        }
    }
}

/// How a network learns from practice games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Algorithm {
    /// Supervised learning: the λ-returns of the searches' scores from a move on to the game's result (R. S. Sutton,
    /// A. G. Barto, "Reinforcement Learning", 2018, 12.1).
    SelfPlayScores,
    /// Temporal differences between the leaves of the principal variations (J. Baxter, A. Tridgell,
    /// L. Weaver, "KnightCap: A chess program that learns by combining TD(λ) with game-tree search",
    /// 1998).
    TdLeaf,
    /// Deep Q-learning (V. Mnih et al., "Human-level control through deep reinforcement learning",
    /// 2015) on afterstates: ε-greedy games without search, a replay buffer, a target network.
    DeepQ,
}

impl Algorithm {
    pub const ALL: [Algorithm; 3] = [
        Algorithm::SelfPlayScores,
        Algorithm::TdLeaf,
        Algorithm::DeepQ,
    ];

    /// The name in options and addresses.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Algorithm::SelfPlayScores => "self-play-scores",
            Algorithm::TdLeaf => "td-leaf",
            Algorithm::DeepQ => "deep-q",
        }
    }
}

/// A name that stands for nothing here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {0}")]
pub struct UnknownName(&'static str);

impl FromStr for StartEval {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<StartEval, UnknownName> {
        let found = StartEval::ALL
            .into_iter()
            .find(|eval| eval.as_str() == name);
        found.ok_or(UnknownName("chance, material or classic"))
    }
}

impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Algorithm, UnknownName> {
        let found = Algorithm::ALL
            .into_iter()
            .find(|algorithm| algorithm.as_str() == name);
        found.ok_or(UnknownName("self-play-scores, td-leaf or deep-q"))
    }
}

impl fmt::Display for StartEval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
