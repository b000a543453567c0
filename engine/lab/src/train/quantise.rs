//! Quantisation: from floats to the integers that play.

use engine::eval::nnue::{InvalidNetwork, Network, NetworkParameters, QA, QB};

use super::float_network::FloatNetwork;
use super::target::Target;

impl FloatNetwork {
    /// The quantised network with its provenance. Its centipawns have the sigmoid scale of the target.
    ///
    /// # Errors
    /// Its sums could overflow.
    pub fn quantised(&self, target: Target, provenance: String) -> Result<Network, InvalidNetwork> {
        let one = f32::from(QA);
        let output_one = QB as f32;
        let shorts = |range: std::ops::Range<usize>, one: f32| -> Vec<i16> {
            let values = self.parameters[range].iter();
            values.map(|value| (value * one).round() as i16).collect()
        };
        let shape = self.shape;
        let biases = self.parameters[shape.output_biases()].iter();
        Network::new(NetworkParameters {
            provenance,
            scale: (1.0 / target.sigmoid_scale).round() as u16,
            ft_weights: shorts(shape.ft_weights(), one),
            ft_biases: shorts(shape.ft_biases(), one),
            output_weights: shorts(shape.output_weights(), output_one),
            output_biases: biases
                .map(|value| (value * one * output_one).round() as i32)
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
        let shape = NetworkShape {
            width: 64,
            outputs: 8,
        };
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
            assert!(
                (floats - whole as f32).abs() < 6.0,
                "{fen}: {floats} {whole}"
            );
        }
    }
}
