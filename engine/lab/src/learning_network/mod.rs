//! A network that learns from finished games by TD(λ), one game after the other.
//!
//! `file` has the format of its weights.

mod file;
#[cfg(test)]
mod tests;

use engine::eval::nnue::{InvalidNetwork, Network};
use engine::rules::{Color, Game};

use crate::td_lambda::{for_white, lambda_returns, points_of_white};
use crate::train::{
    FloatNetwork, NetworkGradient, NetworkShape, SELF_RAISED, TrainingSample, raised_shape, sigmoid,
};

pub use file::WeightsError;

/// λ: how far a result is seen.
const LAMBDA: f32 = 0.9;
/// α: the step of a game, by the sum of its positions' gradients.
const RATE: f32 = 0.02;

/// A network that learns from games. Equal weights and equal games in the same order give equal weights,
/// to the bit, on every target.
#[derive(Clone, Debug, PartialEq)]
pub struct LearningNetwork {
    floats: FloatNetwork,
    /// Games learnt.
    games: u32,
}

impl LearningNetwork {
    /// Random weights, which know nothing.
    #[must_use]
    pub fn new(neurons: u8, seed: u64) -> LearningNetwork {
        let shape = NetworkShape {
            width: neurons.into(),
            outputs: 1,
        };
        LearningNetwork::from(FloatNetwork::new(shape, seed))
    }

    /// A network that was raised by its own games, to learn from others; `None` for a larger one.
    #[must_use]
    pub fn from_network(network: &Network) -> Option<LearningNetwork> {
        let shape = raised_shape(network)?;
        // Nothing is drawn: its neurons are as many.
        let floats = FloatNetwork::from_network(network, shape, 0).ok()?;
        Some(LearningNetwork::from(floats))
    }

    /// Learns from a game, by a step of TD(λ) (R. S. Sutton, "Learning to Predict by the Methods of
    /// Temporal Differences", 1988) over all its positions: each one's expected score moves towards the
    /// λ-return of those after it and the result. `winner` is `None` for a draw.
    pub fn learn(&mut self, game: &Game, winner: Option<Color>) {
        let positions = (0..game.ply()).map(|ply| game.position_at(ply));
        let samples: Vec<(TrainingSample, Color)> = positions
            .map(|position| {
                let sample = TrainingSample::new(&position, 0, 1);
                (sample, position.side_to_move())
            })
            .collect();
        let white: Vec<f32> = samples
            .iter()
            .map(|(sample, side)| for_white(*side, sigmoid(self.floats.output(sample))))
            .collect();
        let returns = lambda_returns(&white, points_of_white(winner), LAMBDA);
        let targets = samples.iter().zip(returns);
        let targets = targets.map(|((sample, side), value)| (sample, for_white(*side, value)));
        let mut gradient = NetworkGradient::new(self.floats.shape);
        self.floats.gradient(targets, &mut gradient);
        self.floats.descend(&gradient, RATE);
        self.games = self.games.saturating_add(1);
    }

    /// Games learnt.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Neurons of the hidden layer.
    #[must_use]
    pub fn neurons(&self) -> usize {
        self.floats.shape.width
    }

    /// The integers that play.
    ///
    /// # Errors
    /// Its sums could overflow.
    pub fn quantised(&self) -> Result<Network, InvalidNetwork> {
        let provenance = format!("a learner's, after {} games", self.games);
        self.floats.quantised(SELF_RAISED, provenance)
    }
}

impl From<FloatNetwork> for LearningNetwork {
    /// A network that has learnt from no game of a learner's.
    fn from(floats: FloatNetwork) -> LearningNetwork {
        LearningNetwork { floats, games: 0 }
    }
}
