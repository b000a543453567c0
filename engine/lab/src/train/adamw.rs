//! Adam (D. P. Kingma, J. Ba, 2015) with decoupled decay of weights (I. Loshchilov, F. Hutter,
//! "Decoupled Weight Decay Regularization", 2019).

use super::model::{Gradient, Model};
use super::shape::Shape;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const TINY: f32 = 1e-8;
/// The share of a weight that goes at each step, times the rate.
const DECAY: f32 = 0.01;
/// Weights stay below it: so much fits into the whole numbers that play.
const MOST: f32 = 1.98;

/// The optimiser's memory.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
    pub steps: u32,
}

impl AdamW {
    /// At the beginning.
    #[must_use]
    pub fn new(shape: Shape) -> AdamW {
        AdamW {
            mean: vec![0.0; shape.numbers()],
            square: vec![0.0; shape.numbers()],
            steps: 0,
        }
    }

    /// A step of about `rate` against the gradient over so many samples.
    pub fn step(&mut self, model: &mut Model, gradient: &Gradient, samples: usize, rate: f32) {
        self.steps += 1;
        let warm = |decay: f32| 1.0 - decay.powi(self.steps.min(1_000_000) as i32);
        let (warm_mean, warm_square) = (warm(MEAN_DECAY), warm(SQUARE_DECAY));
        let share = 1.0 / samples.max(1) as f32;
        let biases = model.shape.biases();
        let output_biases = model.shape.output_biases();
        let memory = self.mean.iter_mut().zip(&mut self.square);
        let numbers = model.values.iter_mut().zip(&gradient.values);
        for (index, ((value, slope), (mean, square))) in numbers.zip(memory).enumerate() {
            let slope = slope * share;
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            let step = (*mean / warm_mean) / ((*square / warm_square).sqrt() + TINY);
            let is_bias = biases.contains(&index) || output_biases.contains(&index);
            let decay = if is_bias { 0.0 } else { DECAY * *value };
            *value = (*value - rate * (step + decay)).clamp(-MOST, MOST);
        }
    }
}
