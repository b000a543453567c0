//! AdamW: Adam (D. P. Kingma, J. Ba, 2015) with decoupled weight decay (I. Loshchilov, F. Hutter,
//! "Decoupled Weight Decay Regularization", 2019).

use super::float_network::{FloatNetwork, NetworkGradient};
use super::quantise::{MAX_FT_WEIGHT, MAX_OUTPUT_WEIGHT};
use super::shape::NetworkShape;

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Share of a weight that decays at each step, times the learning rate.
const WEIGHT_DECAY: f32 = 0.01;
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
        let steps = f64::from(self.steps);
        let bias_correction = |decay: f32| 1.0 - libm::pow(decay.into(), steps) as f32;
        let corrections = (bias_correction(BETA_1), bias_correction(BETA_2));
        let share = 1.0 / samples.max(1) as f32;
        let shape = network.shape;
        let layers = [
            (shape.ft_weights(), MAX_FT_WEIGHT, WEIGHT_DECAY),
            (shape.ft_biases(), f32::INFINITY, 0.0),
            (shape.output_weights(), MAX_OUTPUT_WEIGHT, WEIGHT_DECAY),
            (shape.output_biases(), f32::INFINITY, 0.0),
        ];
        for (range, max, weight_decay) in layers {
            let moments = self.first_moment[range.clone()]
                .iter_mut()
                .zip(&mut self.second_moment[range.clone()]);
            let parameters = network.parameters[range.clone()]
                .iter_mut()
                .zip(&gradient.derivatives[range]);
            for ((value, slope), (mean, square)) in parameters.zip(moments) {
                let slope = slope * share;
                *mean += (1.0 - BETA_1) * (slope - *mean);
                *square += (1.0 - BETA_2) * (slope * slope - *square);
                let step = (*mean / corrections.0) / ((*square / corrections.1).sqrt() + EPSILON);
                let step = learning_rate * (step + weight_decay * *value);
                *value = (*value - step).clamp(-max, max);
            }
        }
    }
}
