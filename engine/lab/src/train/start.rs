//! Starting from a network that plays, also for a wider one.

use engine::eval::nnue::{Network, NetworkParameters};
use rand::RngExt;

use super::float_network::FloatNetwork;
use super::shape::{NEURONS, NetworkShape};

/// By how much the weights of a neuron's copies differ at most, so that they learn different things.
const COPY_NOISE: f32 = 0.02;

/// A network cannot be the start of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    #[error("it has {found} neurons, of which {wanted} is no multiple")]
    Width { found: usize, wanted: usize },
    #[error("it has {found} outputs, not {wanted}")]
    Outputs { found: usize, wanted: usize },
}

impl FloatNetwork {
    /// The floats of a network, whose neurons are copied until there are as many as `shape` has
    /// (T. Chen, I. Goodfellow, J. Shlens, "Net2Net: Accelerating Learning via Knowledge Transfer",
    /// 2016). Its logits stay the same but for the noise between copies. Where `shape` has fewer, those
    /// that do nothing are left out.
    ///
    /// # Errors
    /// The sizes do not go together.
    pub fn from_network(
        network: &Network,
        shape: NetworkShape,
        seed: u64,
    ) -> Result<FloatNetwork, StartError> {
        let (found, wanted) = (network.outputs(), shape.outputs);
        if found != wanted {
            return Err(StartError::Outputs { found, wanted });
        }
        let source = network.parameters();
        let (width, wanted) = (network.width(), shape.width);
        let found = match used_neurons(&source, width) {
            used if used <= wanted => width.min(wanted),
            used => used,
        };
        if !wanted.is_multiple_of(found) {
            return Err(StartError::Width { found, wanted });
        }
        let copies = wanted / found;
        let (qa, qb) = (f32::from(source.scales.qa), f32::from(source.scales.qb));
        let mut rng = engine::rng(seed);
        let noise = if copies > 1 { COPY_NOISE } else { 0.0 };
        let mut parameters = Vec::with_capacity(shape.parameter_count());
        for row in source.ft_weights.chunks_exact(width) {
            for _ in 0..copies {
                for &weight in &row[..found] {
                    let noise = noise * rng.random_range(-1.0..1.0_f32);
                    parameters.push(f32::from(weight) / qa + noise);
                }
            }
        }
        for _ in 0..copies {
            let biases = source.ft_biases[..found].iter();
            parameters.extend(biases.map(|&bias| f32::from(bias) / qa));
        }
        for row in source.output_weights.chunks_exact(width) {
            for _ in 0..copies {
                let share = |&weight: &i8| f32::from(weight) / qb / copies as f32;
                parameters.extend(row[..found].iter().map(share));
            }
        }
        parameters.extend(
            source
                .output_biases
                .iter()
                .map(|&bias| bias as f32 / (qa * qb)),
        );
        Ok(FloatNetwork { shape, parameters })
    }
}

/// The shape of a network raised by its own games: the fewest neurons that hold its own, and one output.
/// `None` for a larger network.
#[must_use]
pub fn raised_shape(network: &Network) -> Option<NetworkShape> {
    let used = used_neurons(&network.parameters(), network.width());
    let width = NEURONS
        .into_iter()
        .map(usize::from)
        .find(|&width| used <= width)?;
    let outputs = network.outputs();
    (outputs == 1).then_some(NetworkShape { width, outputs })
}

/// Neurons up to the last one that does something.
fn used_neurons(network: &NetworkParameters, width: usize) -> usize {
    let rows = network.ft_weights.chunks_exact(width);
    let rows = rows.chain(network.output_weights.chunks_exact(width));
    let used = rows.map(|row| row.iter().rposition(|&weight| weight != 0));
    let biases = network.ft_biases.iter().rposition(|&bias| bias != 0);
    used.chain([biases])
        .flatten()
        .max()
        .map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{Target, TrainingSample};
    use engine::rules::Position;

    const TARGET: Target = Target {
        sigmoid_scale: 0.005,
        wdl_lambda: 0.5,
    };

    fn shape(width: usize) -> NetworkShape {
        NetworkShape { width, outputs: 4 }
    }

    fn network() -> Network {
        let floats = FloatNetwork::new(shape(32), 3);
        floats.quantised(TARGET, String::new()).unwrap()
    }

    #[test]
    fn a_network_becomes_itself_again() {
        let floats = FloatNetwork::from_network(&network(), shape(32), 1).unwrap();
        assert!(floats.quantised(TARGET, String::new()).unwrap() == network());
    }

    #[test]
    fn neurons_that_fill_a_row_up_are_left_out() {
        let shape = NetworkShape {
            width: 16,
            outputs: 1,
        };
        let network = FloatNetwork::new(shape, 3)
            .quantised(TARGET, String::new())
            .unwrap();
        assert_eq!(used_neurons(&network.parameters(), network.width()), 16);
        let floats = FloatNetwork::from_network(&network, shape, 1).unwrap();
        assert!(floats.quantised(TARGET, String::new()).unwrap() == network);
    }

    #[test]
    fn a_wider_network_says_nearly_the_same() {
        let narrow = FloatNetwork::from_network(&network(), shape(32), 1).unwrap();
        let wide = FloatNetwork::from_network(&network(), shape(128), 1).unwrap();
        assert_ne!(wide.parameters[0], wide.parameters[32], "copies differ");
        for fen in engine::BENCH_POSITIONS {
            let sample = TrainingSample::new(&Position::from_fen(fen).unwrap(), 0, 1);
            let [narrow, wide] = [&narrow, &wide].map(|network| network.output(&sample));
            assert!((narrow - wide).abs() < 0.1, "{fen}: {narrow} {wide}");
        }
    }

    #[test]
    fn other_sizes_are_refused() {
        let error = FloatNetwork::from_network(&network(), shape(48), 1).unwrap_err();
        assert_eq!(
            error,
            StartError::Width {
                found: 32,
                wanted: 48
            }
        );
        let other = NetworkShape {
            width: 32,
            outputs: 8,
        };
        let error = FloatNetwork::from_network(&network(), other, 1).unwrap_err();
        assert_eq!(
            error,
            StartError::Outputs {
                found: 4,
                wanted: 8
            }
        );
    }
}
