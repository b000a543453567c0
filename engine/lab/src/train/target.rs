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

/// The target of networks that learn from their own games: a fixed scale, so that the scores of one mean
/// the same to the next.
pub const SELF_RAISED: Target = Target {
    sigmoid_scale: 0.004,
    wdl_lambda: 0.0,
};

impl Target {
    /// The expected score of the side to move, 0 to 1.
    #[must_use]
    pub fn of(self, sample: &TrainingSample) -> f32 {
        let expected = sigmoid(self.sigmoid_scale * f32::from(sample.score));
        let result = f32::from(sample.result) / 2.0;
        expected + self.wdl_lambda * (result - expected)
    }

    /// Samples with their targets.
    pub fn with_targets<'a>(
        self,
        samples: impl IntoIterator<Item = &'a TrainingSample>,
    ) -> impl Iterator<Item = (&'a TrainingSample, f32)> {
        let with_target = move |sample| (sample, self.of(sample));
        samples.into_iter().map(with_target)
    }

    /// The squared error of an output for a sample.
    #[must_use]
    pub fn squared_error(self, logit: f32, sample: &TrainingSample) -> f64 {
        squared_error(logit, self.of(sample))
    }
}

/// The logistic function, the same on every target.
#[must_use]
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logit))
}

/// The squared error of an output against an expected score, 0 to 1.
pub(super) fn squared_error(logit: f32, target: f32) -> f64 {
    let error = sigmoid(logit) - target;
    f64::from(error * error)
}
