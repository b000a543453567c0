//! Quantisation: from floats to the integers that play.

use std::ops::Range;

use engine::eval::nnue::{InvalidNetwork, LANES, Network, NetworkParameters, Scales};

use super::float_network::{FloatNetwork, NetworkGradient};
use super::target::Target;

/// Scales of the feature transformer's and of the output weights.
const QA: u16 = 127;
const QB: u16 = 64;
/// The largest weights that fit into 8 bits.
pub(super) const MAX_FT_WEIGHT: f32 = i8::MAX as f32 / QA as f32;
pub(super) const MAX_OUTPUT_WEIGHT: f32 = i8::MAX as f32 / QB as f32;
/// Biases so large make no sum overflow.
const MAX_BIAS: f32 = 64.0;

impl FloatNetwork {
    /// The largest value that a parameter may have, for each layer.
    fn bounds(&self) -> [(Range<usize>, f32); 4] {
        let shape = self.shape;
        [
            (shape.ft_weights(), MAX_FT_WEIGHT),
            (shape.ft_biases(), MAX_BIAS),
            (shape.output_weights(), MAX_OUTPUT_WEIGHT),
            (shape.output_biases(), MAX_BIAS),
        ]
    }

    /// A step against a gradient, as long as `rate` says, that leaves a network that plays.
    pub(crate) fn descend(&mut self, gradient: &NetworkGradient, rate: f32) {
        for (range, max) in self.bounds() {
            let slopes = &gradient.derivatives[range.clone()];
            for (value, slope) in self.parameters[range].iter_mut().zip(slopes) {
                *value = (*value - rate * slope).clamp(-max, max);
            }
        }
    }

    /// The first parameter that is not finite or too large to play, if there is one.
    pub(crate) fn first_out_of_range(&self) -> Option<usize> {
        self.bounds().into_iter().find_map(|(mut range, max)| {
            range.find(|&index| !(-max..=max).contains(&self.parameters[index]))
        })
    }

    /// The quantised network with its provenance. Its centipawns have the sigmoid scale of the target. Its
    /// width is the next multiple of [`LANES`]; the neurons added do nothing.
    ///
    /// # Errors
    /// Its sums could overflow.
    pub fn quantised(&self, target: Target, provenance: String) -> Result<Network, InvalidNetwork> {
        let (qa, qb) = (f32::from(QA), f32::from(QB));
        let shape = self.shape;
        // Rows as wide as the kernels want them; what is added is zero. Casts saturate.
        let width = shape.width.next_multiple_of(LANES);
        let rounded = |range: std::ops::Range<usize>, scale: f32| {
            self.parameters[range]
                .chunks(shape.width)
                .flat_map(move |row| {
                    let scaled = row.iter().map(move |value| (value * scale).round());
                    scaled.chain(std::iter::repeat_n(0.0, width - row.len()))
                })
        };
        let biases = &self.parameters[shape.output_biases()];
        Network::new(NetworkParameters {
            provenance,
            scales: Scales {
                qa: QA,
                qb: QB,
                centipawns: (1.0 / target.sigmoid_scale).round() as u16,
            },
            ft_weights: rounded(shape.ft_weights(), qa)
                .map(|value| value as i8)
                .collect(),
            ft_biases: rounded(shape.ft_biases(), qa)
                .map(|value| value as i16)
                .collect(),
            output_weights: rounded(shape.output_weights(), qb)
                .map(|value| value as i8)
                .collect(),
            output_biases: biases
                .iter()
                .map(|bias| (bias * qa * qb).round() as i32)
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{NetworkShape, TrainingSample};
    use engine::eval::nnue::{Perspective, Placement};
    use engine::rules::{Color, Position};

    #[test]
    fn whole_numbers_say_what_the_floats_say() {
        for (width, outputs) in [(64, 8), (16, 1), (48, 2)] {
            compare(NetworkShape { width, outputs });
        }
    }

    fn compare(shape: NetworkShape) {
        let model = FloatNetwork::new(shape, 4);
        let target = Target {
            sigmoid_scale: 0.005,
            wdl_lambda: 0.5,
        };
        let network = model.quantised(target, String::new()).unwrap();
        for fen in engine::BENCH_POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let floats = model.output(&TrainingSample::new(&position, 0, 1)) / target.sigmoid_scale;
            let views = Color::ALL.map(|side| Perspective::of(&position, side));
            let side = position.side_to_move();
            let whole = network.evaluate(&Placement::of(&position), views, side);
            // Weights at random are large; those of a trained network differ by less.
            assert!(
                (floats - whole as f32).abs() < 12.0,
                "{fen}: {floats} {whole}"
            );
        }
    }
}
