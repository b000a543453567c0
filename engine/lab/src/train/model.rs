//! The network in floats, its error and the gradient of that.

use rand::RngExt;

use super::loops;
use super::samples::Sample;
use super::shape::Shape;
use engine::eval::nnue::{INPUTS, MOST_PIECES};

/// What a position should be worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Log odds of a centipawn in the games' scores.
    pub odds: f32,
    /// The share of the game's result beside what the score foretells, 0 to 1.
    pub results: f32,
}

impl Target {
    /// What the mover may expect, 0 to 1.
    #[must_use]
    pub fn of(self, sample: &Sample) -> f32 {
        let foretold = sigmoid(self.odds * f32::from(sample.score));
        let result = f32::from(sample.result) / 2.0;
        foretold + self.results * (result - foretold)
    }
}

/// The chance of log odds.
pub(super) fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// A network that learns; see [`Network`](engine::eval::nnue::Network) for what it is. Its output are
/// log odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub shape: Shape,
    /// All its numbers, as [`Shape`] says.
    pub values: Vec<f32>,
}

/// The slopes of the error by each number, and the error.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    pub values: Vec<f32>,
    /// The sum of the squares of what is missed.
    pub loss: f64,
}

impl Gradient {
    /// Nothing yet.
    #[must_use]
    pub fn new(shape: Shape) -> Gradient {
        Gradient {
            values: vec![0.0; shape.numbers()],
            loss: 0.0,
        }
    }

    /// Back to nothing.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
        self.loss = 0.0;
    }

    /// Adds another.
    pub fn add(&mut self, other: &Gradient) {
        loops::add(&mut self.values, &other.values);
        self.loss += other.loss;
    }
}

/// What the neurons of both views are for a sample.
struct Neurons {
    inputs: [[u16; MOST_PIECES]; 2],
    count: usize,
    sums: [Vec<f32>; 2],
}

impl Neurons {
    fn new(shape: Shape) -> Neurons {
        Neurons {
            inputs: [[0; MOST_PIECES]; 2],
            count: 0,
            sums: [(); 2].map(|()| vec![0.0; shape.width]),
        }
    }
}

impl Model {
    /// A network that knows nothing: small random weights, by how many inputs a neuron has.
    #[must_use]
    pub fn new(shape: Shape, seed: u64) -> Model {
        let mut rng = engine::rng(seed);
        let mut values = vec![0.0; shape.numbers()];
        // About thirty inputs of a view are 1 at once, and two views meet in an output.
        let few = (1.0 / MOST_PIECES as f32).sqrt();
        let many = (1.0 / (2 * shape.width) as f32).sqrt();
        for (range, most) in [(shape.rows(), few), (shape.weights(), many)] {
            for value in &mut values[range] {
                *value = rng.random_range(-most..most);
            }
        }
        Model { shape, values }
    }

    /// What the mover may expect, log odds.
    #[must_use]
    pub fn output(&self, sample: &Sample) -> f32 {
        self.forward(sample, &mut Neurons::new(self.shape))
    }

    #[inline(always)]
    fn forward(&self, sample: &Sample, neurons: &mut Neurons) -> f32 {
        let Shape { width, .. } = self.shape;
        (neurons.inputs, neurons.count) = sample.inputs();
        let rows = &self.values[self.shape.rows()];
        for (sums, inputs) in neurons.sums.iter_mut().zip(&neurons.inputs) {
            sums.copy_from_slice(&self.values[self.shape.biases()]);
            for &input in &inputs[..neurons.count] {
                loops::add(sums, &rows[usize::from(input) * width..][..width]);
            }
        }
        let output = self.output_of(sample);
        let weights = &self.values[self.weights(output)];
        let (own, other) = weights.split_at(width);
        loops::squares(&neurons.sums[0], own)
            + loops::squares(&neurons.sums[1], other)
            + self.values[self.shape.output_biases()][output]
    }

    fn output_of(&self, sample: &Sample) -> usize {
        (sample.count() - 1) * self.shape.outputs / MOST_PIECES
    }

    fn weights(&self, output: usize) -> std::ops::Range<usize> {
        let begin = self.shape.weights().start + 2 * self.shape.width * output;
        begin..begin + 2 * self.shape.width
    }

    /// Adds the error over some samples and its slopes.
    pub fn gradient<'a>(
        &self,
        samples: impl Iterator<Item = &'a Sample>,
        target: Target,
        gradient: &mut Gradient,
    ) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the line above has found AVX2.
            return unsafe { self.gradient_avx2(samples, target, gradient) };
        }
        self.gradient_plain(samples, target, gradient);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn gradient_avx2<'a>(
        &self,
        samples: impl Iterator<Item = &'a Sample>,
        target: Target,
        gradient: &mut Gradient,
    ) {
        self.gradient_plain(samples, target, gradient);
    }

    #[inline(always)]
    fn gradient_plain<'a>(
        &self,
        samples: impl Iterator<Item = &'a Sample>,
        target: Target,
        gradient: &mut Gradient,
    ) {
        let Shape { width, .. } = self.shape;
        let mut neurons = Neurons::new(self.shape);
        let mut by_neuron = [(); 2].map(|()| vec![0.0; width]);
        for sample in samples {
            let expected = sigmoid(self.forward(sample, &mut neurons));
            let missed = expected - target.of(sample);
            gradient.loss += f64::from(missed * missed);
            let slope = 2.0 * missed * expected * (1.0 - expected);
            let output = self.output_of(sample);
            let weights = self.weights(output);
            let (own, other) = self.values[weights.clone()].split_at(width);
            let (by_own, by_other) = gradient.values[weights].split_at_mut(width);
            let views = [(own, by_own), (other, by_other)];
            for (view, (weights, by_weight)) in views.into_iter().enumerate() {
                let of_neuron = &mut by_neuron[view];
                loops::slopes(slope, &neurons.sums[view], weights, by_weight, of_neuron);
            }
            gradient.values[self.shape.output_biases().start + output] += slope;
            for (of_neuron, inputs) in by_neuron.iter().zip(&neurons.inputs) {
                loops::add(&mut gradient.values[self.shape.biases()], of_neuron);
                for &input in &inputs[..neurons.count] {
                    let row = usize::from(input) * width;
                    loops::add(&mut gradient.values[row..row + width], of_neuron);
                }
            }
        }
    }

    /// The sum of the squares of what is missed over some samples.
    pub fn loss<'a>(&self, samples: impl Iterator<Item = &'a Sample>, target: Target) -> f64 {
        let mut neurons = Neurons::new(self.shape);
        let mut loss = 0.0;
        for sample in samples {
            let missed = sigmoid(self.forward(sample, &mut neurons)) - target.of(sample);
            loss += f64::from(missed * missed);
        }
        loss
    }
}

const _: () = assert!(INPUTS <= u16::MAX as usize);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::AdamW;
    use engine::rules::Position;

    const TARGET: Target = Target {
        odds: 0.005,
        results: 0.4,
    };
    const SHAPE: Shape = Shape {
        width: 32,
        outputs: 2,
    };

    fn samples() -> Vec<Sample> {
        let fens = engine::BENCH_POSITIONS.into_iter().enumerate();
        fens.map(|(index, fen)| {
            let position = Position::from_fen(fen).unwrap();
            Sample::new(&position, 60 * index as i16 - 300, (index % 3) as u8)
        })
        .collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = samples();
        let model = Model::new(SHAPE, 7);
        let mut gradient = Gradient::new(SHAPE);
        model.gradient(samples.iter(), TARGET, &mut gradient);
        let loss = model.loss(samples.iter(), TARGET);
        assert!((loss - gradient.loss).abs() < 1e-6);
        let mut checked = 0;
        let largest = |range: std::ops::Range<usize>| {
            let mut indices: Vec<usize> = range.collect();
            indices.sort_by(|&a, &b| {
                let size = |index: usize| gradient.values[index].abs();
                size(b).total_cmp(&size(a))
            });
            indices.truncate(40);
            indices
        };
        let parts = [
            SHAPE.rows(),
            SHAPE.biases(),
            SHAPE.weights(),
            SHAPE.output_biases(),
        ];
        for index in parts.into_iter().flat_map(largest) {
            const STEP: f32 = 2e-3;
            let moved = |by: f32| {
                let mut model = model.clone();
                model.values[index] += by;
                model.loss(samples.iter(), TARGET)
            };
            let slope = ((moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP)) as f32;
            let expected = gradient.values[index];
            assert!(
                (slope - expected).abs() < 2e-3 + 0.02 * expected.abs(),
                "{index}: {slope} {expected}"
            );
            checked += 1;
        }
        assert_eq!(checked, 40 + 32 + 40 + 2);
    }

    #[test]
    fn a_few_positions_are_learnt_by_heart() {
        let samples = samples();
        let mut model = Model::new(SHAPE, 1);
        let mut optimiser = AdamW::new(SHAPE);
        let mut gradient = Gradient::new(SHAPE);
        for _ in 0..400 {
            gradient.clear();
            model.gradient(samples.iter(), TARGET, &mut gradient);
            optimiser.step(&mut model, &gradient, samples.len(), 0.005);
        }
        let loss = model.loss(samples.iter(), TARGET) / samples.len() as f64;
        assert!(loss < 1e-5, "{loss}");
    }
}
