//! Adam with decoupled decay towards the initial weights (D. P. Kingma, J. Ba, "Adam: A Method for
//! Stochastic Optimization", 2015; I. Loshchilov, F. Hutter, 2019).

use super::weights::{FittedWeights, WeightGradient};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-9;

/// The optimiser's state.
pub struct Adam {
    origin: FittedWeights,
    first_moment: Vec<[f32; 2]>,
    second_moment: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    /// The initial state; weights decay towards `origin`.
    #[must_use]
    pub fn new(origin: &FittedWeights) -> Adam {
        let zero = vec![[0.0; 2]; origin.values.len()];
        Adam {
            origin: origin.clone(),
            first_moment: zero.clone(),
            second_moment: zero,
            steps: 0,
        }
    }

    /// A step of about `learning_rate` centipawns against the gradient; each weight decays towards the
    /// origin by the share `decay`.
    pub fn step(
        &mut self,
        weights: &mut FittedWeights,
        gradient: &WeightGradient,
        learning_rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let bias_correction = [1.0 - BETA_1.powi(self.steps), 1.0 - BETA_2.powi(self.steps)];
        let positions = gradient.positions.max(1) as f32;
        for index in 0..weights.values.len() {
            for phase in 0..2 {
                let slope = gradient.values[index][phase] / positions;
                let mean = &mut self.first_moment[index][phase];
                let square = &mut self.second_moment[index][phase];
                *mean += (1.0 - BETA_1) * (slope - *mean);
                *square += (1.0 - BETA_2) * (slope * slope - *square);
                let step = (*mean / bias_correction[0])
                    / ((*square / bias_correction[1]).sqrt() + EPSILON);
                let value = &mut weights.values[index][phase];
                *value -=
                    learning_rate * step + decay * (*value - self.origin.values[index][phase]);
            }
        }
    }
}
