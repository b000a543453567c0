//! The network in training: what the algorithms share.

use engine::eval::nnue::InvalidNetwork;

use super::config::{Algorithm, DojoConfig};
use super::playing_network::PlayingNetwork;
use crate::train::{AdamW, FloatNetwork, NetworkGradient, SELF_RAISED, TrainingSample};

/// Positions of a step.
pub(super) const BATCH: usize = 256;

/// A position with what the network's output for it should be: the expected score of the side to move, 0
/// to 1.
pub(super) type Exercise = (TrainingSample, f32);

/// A network in training.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Learner {
    pub network: FloatNetwork,
    pub optimiser: AdamW,
    gradient: NetworkGradient,
}

impl Learner {
    /// Random weights.
    pub fn new(config: &DojoConfig) -> Learner {
        let shape = config.shape();
        Learner::from_parts(FloatNetwork::new(shape, config.seed), AdamW::new(shape))
    }

    pub fn from_parts(network: FloatNetwork, optimiser: AdamW) -> Learner {
        Learner {
            gradient: NetworkGradient::new(network.shape),
            network,
            optimiser,
        }
    }

    /// A step against the gradient of the squared error; returns the sum of squared errors before it.
    pub fn step(&mut self, batch: &[Exercise], learning_rate: f32) -> f64 {
        self.gradient.clear();
        let samples = batch.iter().map(|(sample, target)| (sample, *target));
        self.network.gradient(samples, &mut self.gradient);
        let (network, gradient) = (&mut self.network, &self.gradient);
        self.optimiser
            .step(network, gradient, batch.len(), learning_rate);
        self.gradient.loss
    }

    /// The integers that play.
    ///
    /// # Errors
    /// Its sums could overflow.
    pub fn quantised(&self, provenance: String) -> Result<PlayingNetwork, InvalidNetwork> {
        let network = self.network.quantised(SELF_RAISED, provenance);
        network.map(PlayingNetwork::new)
    }
}

/// Generations after which a learning rate is down by the square root of two.
const RATE_DECAY: f32 = 10.0;

/// As many lessons more than it has learnt a training counts by which its learning rate falls, where it goes
/// on from another network: that has learnt before.
pub(super) const EARLIER_LESSONS: u32 = 40;

/// The learning rate after so many generations: it falls with their square root.
pub(super) fn learning_rate(algorithm: Algorithm, generation: u32) -> f32 {
    let first = match algorithm {
        Algorithm::SelfPlayScores => 0.002,
        Algorithm::TdLeaf | Algorithm::DeepQ => 0.001,
    };
    first / (1.0 + generation as f32 / RATE_DECAY).sqrt()
}
