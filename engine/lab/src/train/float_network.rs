//! The network in floats, its loss and the gradient of the loss.

use engine::eval::nnue::{INPUTS, MAX_PIECES};
use rand::RngExt;

use super::kernels;
use super::sample::TrainingSample;
use super::shape::NetworkShape;
use super::target::{sigmoid, squared_error};

/// A network in training; [`Network`](engine::eval::nnue::Network) is the quantised one. Its output is a
/// logit.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNetwork {
    pub shape: NetworkShape,
    /// All parameters, in the order of [`NetworkShape`].
    pub parameters: Vec<f32>,
}

/// The derivative of the loss by each parameter, and the loss.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkGradient {
    pub derivatives: Vec<f32>,
    /// The sum of squared errors.
    pub loss: f64,
}

impl NetworkGradient {
    /// Zero.
    #[must_use]
    pub fn new(shape: NetworkShape) -> NetworkGradient {
        NetworkGradient {
            derivatives: vec![0.0; shape.parameter_count()],
            loss: 0.0,
        }
    }

    /// Resets to zero.
    pub fn clear(&mut self) {
        self.derivatives.fill(0.0);
        self.loss = 0.0;
    }

    /// Adds another gradient.
    pub fn add(&mut self, other: &NetworkGradient) {
        kernels::add(&mut self.derivatives, &other.derivatives);
        self.loss += other.loss;
    }
}

/// The active features and accumulators of both views.
struct Accumulators {
    features: [[u16; MAX_PIECES]; 2],
    count: usize,
    sums: [Vec<f32>; 2],
}

impl Accumulators {
    fn new(shape: NetworkShape) -> Accumulators {
        Accumulators {
            features: [[0; MAX_PIECES]; 2],
            count: 0,
            sums: [(); 2].map(|()| vec![0.0; shape.width]),
        }
    }
}

impl FloatNetwork {
    /// Small random weights, scaled by the number of a neuron's inputs.
    #[must_use]
    pub fn new(shape: NetworkShape, seed: u64) -> FloatNetwork {
        let mut rng = engine::rng(seed);
        let mut parameters = vec![0.0; shape.parameter_count()];
        // About thirty features of a view are active at once, and two views meet in an output.
        let ft_bound = (1.0 / MAX_PIECES as f32).sqrt();
        let output_bound = (1.0 / (2 * shape.width) as f32).sqrt();
        for (range, bound) in [
            (shape.ft_weights(), ft_bound),
            (shape.output_weights(), output_bound),
        ] {
            for value in &mut parameters[range] {
                *value = rng.random_range(-bound..bound);
            }
        }
        FloatNetwork { shape, parameters }
    }

    /// The output for a sample: a logit of the side to move's expected score.
    #[must_use]
    pub fn output(&self, sample: &TrainingSample) -> f32 {
        self.forward(sample, &mut Accumulators::new(self.shape))
    }

    #[inline(always)]
    fn forward(&self, sample: &TrainingSample, state: &mut Accumulators) -> f32 {
        let NetworkShape { width, .. } = self.shape;
        (state.features, state.count) = sample.active_features();
        let rows = &self.parameters[self.shape.ft_weights()];
        for (sums, features) in state.sums.iter_mut().zip(&state.features) {
            sums.copy_from_slice(&self.parameters[self.shape.ft_biases()]);
            for &feature in &features[..state.count] {
                kernels::add(sums, &rows[usize::from(feature) * width..][..width]);
            }
        }
        let bucket = self.output_bucket(sample);
        let weights = &self.parameters[self.output_weights(bucket)];
        let (own, other) = weights.split_at(width);
        kernels::screlu_dot(&state.sums[0], own)
            + kernels::screlu_dot(&state.sums[1], other)
            + self.parameters[self.shape.output_biases()][bucket]
    }

    fn output_bucket(&self, sample: &TrainingSample) -> usize {
        (sample.piece_count() - 1) * self.shape.outputs / MAX_PIECES
    }

    fn output_weights(&self, bucket: usize) -> std::ops::Range<usize> {
        let start = self.shape.output_weights().start + 2 * self.shape.width * bucket;
        start..start + 2 * self.shape.width
    }

    /// Adds the loss over samples, each with its target (the expected score of the side to move, 0 to 1),
    /// and its gradient.
    pub fn gradient<'a>(
        &self,
        samples: impl Iterator<Item = (&'a TrainingSample, f32)>,
        gradient: &mut NetworkGradient,
    ) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the line above has found AVX2.
            return unsafe { self.gradient_avx2(samples, gradient) };
        }
        self.gradient_plain(samples, gradient);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn gradient_avx2<'a>(
        &self,
        samples: impl Iterator<Item = (&'a TrainingSample, f32)>,
        gradient: &mut NetworkGradient,
    ) {
        self.gradient_plain(samples, gradient);
    }

    #[inline(always)]
    fn gradient_plain<'a>(
        &self,
        samples: impl Iterator<Item = (&'a TrainingSample, f32)>,
        gradient: &mut NetworkGradient,
    ) {
        let NetworkShape { width, .. } = self.shape;
        let mut state = Accumulators::new(self.shape);
        let mut by_neuron = [(); 2].map(|()| vec![0.0; width]);
        for (sample, target) in samples {
            let expected = sigmoid(self.forward(sample, &mut state));
            let error = expected - target;
            gradient.loss += f64::from(error * error);
            let slope = 2.0 * error * expected * (1.0 - expected);
            let bucket = self.output_bucket(sample);
            let weights = self.output_weights(bucket);
            let (own, other) = self.parameters[weights.clone()].split_at(width);
            let (by_own, by_other) = gradient.derivatives[weights].split_at_mut(width);
            let views = [(own, by_own), (other, by_other)];
            for (view, (weights, by_weight)) in views.into_iter().enumerate() {
                let of_neuron = &mut by_neuron[view];
                kernels::screlu_dot_backward(
                    slope,
                    &state.sums[view],
                    weights,
                    by_weight,
                    of_neuron,
                );
            }
            gradient.derivatives[self.shape.output_biases().start + bucket] += slope;
            for (of_neuron, features) in by_neuron.iter().zip(&state.features) {
                kernels::add(&mut gradient.derivatives[self.shape.ft_biases()], of_neuron);
                for &feature in &features[..state.count] {
                    let row = usize::from(feature) * width;
                    kernels::add(&mut gradient.derivatives[row..row + width], of_neuron);
                }
            }
        }
    }

    /// The sum of squared errors over samples with their targets.
    pub fn loss<'a>(&self, samples: impl Iterator<Item = (&'a TrainingSample, f32)>) -> f64 {
        let mut state = Accumulators::new(self.shape);
        let mut loss = 0.0;
        for (sample, target) in samples {
            loss += squared_error(self.forward(sample, &mut state), target);
        }
        loss
    }
}

const _: () = assert!(INPUTS <= u16::MAX as usize);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{AdamW, Target};
    use engine::rules::Position;

    const TARGET: Target = Target {
        sigmoid_scale: 0.005,
        wdl_lambda: 0.4,
    };
    const SHAPE: NetworkShape = NetworkShape {
        width: 32,
        outputs: 2,
    };

    fn samples() -> Vec<TrainingSample> {
        let fens = engine::BENCH_POSITIONS.into_iter().enumerate();
        fens.map(|(index, fen)| {
            let position = Position::from_fen(fen).unwrap();
            TrainingSample::new(&position, 60 * index as i16 - 300, (index % 3) as u8)
        })
        .collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = samples();
        let model = FloatNetwork::new(SHAPE, 7);
        let mut gradient = NetworkGradient::new(SHAPE);
        model.gradient(TARGET.with_targets(&samples), &mut gradient);
        let loss = model.loss(TARGET.with_targets(&samples));
        assert!((loss - gradient.loss).abs() < 1e-6);
        let mut checked = 0;
        let largest = |range: std::ops::Range<usize>| {
            let mut indices: Vec<usize> = range.collect();
            indices.sort_by(|&a, &b| {
                let size = |index: usize| gradient.derivatives[index].abs();
                size(b).total_cmp(&size(a))
            });
            indices.truncate(40);
            indices
        };
        let parts = [
            SHAPE.ft_weights(),
            SHAPE.ft_biases(),
            SHAPE.output_weights(),
            SHAPE.output_biases(),
        ];
        for index in parts.into_iter().flat_map(largest) {
            const STEP: f32 = 2e-3;
            let moved = |by: f32| {
                let mut model = model.clone();
                model.parameters[index] += by;
                model.loss(TARGET.with_targets(&samples))
            };
            let slope = ((moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP)) as f32;
            let expected = gradient.derivatives[index];
            // Some neuron is so near to where it is clipped that a step gets there.
            assert!(
                (slope - expected).abs() < 2e-3 + 0.05 * expected.abs(),
                "{index}: {slope} {expected}"
            );
            checked += 1;
        }
        assert_eq!(checked, 40 + 32 + 40 + 2);
    }

    #[test]
    fn a_few_positions_are_learnt_by_heart() {
        let samples = samples();
        let mut model = FloatNetwork::new(SHAPE, 1);
        let mut optimiser = AdamW::new(SHAPE);
        let mut gradient = NetworkGradient::new(SHAPE);
        for _ in 0..400 {
            gradient.clear();
            model.gradient(TARGET.with_targets(&samples), &mut gradient);
            optimiser.step(&mut model, &gradient, samples.len(), 0.005);
        }
        let loss = model.loss(TARGET.with_targets(&samples)) / samples.len() as f64;
        assert!(loss < 1e-5, "{loss}");
    }
}
