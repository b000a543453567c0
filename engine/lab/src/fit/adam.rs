//! Adam with a pull towards where it began (D. P. Kingma, J. Ba, "Adam: A Method for Stochastic
//! Optimization", 2015; the pull is decoupled as in I. Loshchilov, F. Hutter, 2019).

use super::weights::{Gradient, Weights};

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const TINY: f32 = 1e-9;

/// The optimiser's memory.
pub struct Adam {
    origin: Weights,
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    /// Begins at `origin`.
    #[must_use]
    pub fn new(origin: &Weights) -> Adam {
        let zero = vec![[0.0; 2]; origin.values.len()];
        Adam {
            origin: origin.clone(),
            mean: zero.clone(),
            square: zero,
            steps: 0,
        }
    }

    /// A step of about `rate` centipawns against the gradient; `pull` is the share of the way back
    /// to the origin that each weight goes.
    pub fn step(&mut self, weights: &mut Weights, gradient: &Gradient, rate: f32, pull: f32) {
        self.steps += 1;
        let warm = [
            1.0 - MEAN_DECAY.powi(self.steps),
            1.0 - SQUARE_DECAY.powi(self.steps),
        ];
        let positions = gradient.positions.max(1) as f32;
        for index in 0..weights.values.len() {
            for phase in 0..2 {
                let slope = gradient.values[index][phase] / positions;
                let mean = &mut self.mean[index][phase];
                let square = &mut self.square[index][phase];
                *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
                *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
                let step = (*mean / warm[0]) / ((*square / warm[1]).sqrt() + TINY);
                let value = &mut weights.values[index][phase];
                *value -= rate * step + pull * (*value - self.origin.values[index][phase]);
            }
        }
    }
}
