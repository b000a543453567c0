//! AdamW: Adam (D. P. Kingma, J. Ba, 2015) with decoupled weight decay (I. Loshchilov, F. Hutter,
//! "Decoupled Weight Decay Regularization", 2019).

use super::float_network::{FloatNetwork, NetworkGradient};
use super::shape::NetworkShape;

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Share of a weight that decays at each step, times the learning rate.
const WEIGHT_DECAY: f32 = 0.01;
/// Weights are clipped to what fits into the quantised integers.
const MAX_WEIGHT: f32 = 1.98;

/// The optimiser's state.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    pub first_moment: Vec<f32>,
    pub second_moment: Vec<f32>,
    pub steps: u32,
}

impl AdamW {
    /// The initial state.
    #[must_use]
    pub fn new(shape: NetworkShape) -> AdamW {
        AdamW {
            first_moment: vec![0.0; shape.parameter_count()],
            second_moment: vec![0.0; shape.parameter_count()],
            steps: 0,
        }
    }

    /// A step against the gradient over `samples` samples.
    pub fn step(
        &mut self,
        network: &mut FloatNetwork,
        gradient: &NetworkGradient,
        samples: usize,
        learning_rate: f32,
    ) {
        self.steps += 1;
        let bias_correction = |decay: f32| 1.0 - decay.powi(self.steps.min(1_000_000) as i32);
        let corrections = (bias_correction(BETA_1), bias_correction(BETA_2));
        let share = 1.0 / samples.max(1) as f32;
        let biases = network.shape.ft_biases();
        let output_biases = network.shape.output_biases();
        let moments = self.first_moment.iter_mut().zip(&mut self.second_moment);
        let parameters = network.parameters.iter_mut().zip(&gradient.derivatives);
        for (index, ((value, slope), (mean, square))) in parameters.zip(moments).enumerate() {
            let slope = slope * share;
            *mean += (1.0 - BETA_1) * (slope - *mean);
            *square += (1.0 - BETA_2) * (slope * slope - *square);
            let step = (*mean / corrections.0) / ((*square / corrections.1).sqrt() + EPSILON);
            let is_bias = biases.contains(&index) || output_biases.contains(&index);
            let decay = if is_bias { 0.0 } else { WEIGHT_DECAY * *value };
            *value = (*value - learning_rate * (step + decay)).clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}
