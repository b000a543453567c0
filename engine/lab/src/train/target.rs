//! The training target: a blend of the search's score and the game's result.

use super::sample::TrainingSample;

/// How targets are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Sigmoid scale, logits per centipawn.
    pub sigmoid_scale: f32,
    /// The share of the game's result beside the expected score of its search, 0 to 1.
    pub wdl_lambda: f32,
}

impl Target {
    /// The expected score of the side to move, 0 to 1.
    #[must_use]
    pub fn of(self, sample: &TrainingSample) -> f32 {
        let expected = sigmoid(self.sigmoid_scale * f32::from(sample.score));
        let result = f32::from(sample.result) / 2.0;
        expected + self.wdl_lambda * (result - expected)
    }

    /// The squared error of an output for a sample.
    #[must_use]
    pub fn squared_error(self, logit: f32, sample: &TrainingSample) -> f64 {
        let error = sigmoid(logit) - self.of(sample);
        f64::from(error * error)
    }
}

/// The logistic function.
pub(super) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
