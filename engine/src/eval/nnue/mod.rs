//! NNUE: an efficiently updatable neural network in integer arithmetic, so that its score is the same
//! on every target.
//!
//! `features` has the inputs and `delta` what a move changes of them, `network` the parameters and `format` their file; `evaluator` has the
//! accumulators of a search, `kernels` the inner loops, `contributions` each piece's share of a
//! score.

mod contributions;
mod delta;
mod evaluator;
mod features;
mod format;
mod kernels;
mod network;
mod scale;
#[cfg(feature = "shipped")]
mod shipped;

pub use evaluator::Nnue;
pub use features::{INPUTS, MAX_PIECES, Perspective, Placement, input};
pub use format::FormatError;
pub use network::{InvalidNetwork, MAX_OUTPUTS, MAX_WIDTH, Network, NetworkParameters, Scales};
pub use scale::LANES;
#[cfg(feature = "shipped")]
pub use shipped::{SHIPPED_FILE, shipped};

#[cfg(test)]
pub mod tests {
    use rand::RngExt;

    use super::*;

    /// A network of random parameters, as large as trained ones are.
    pub fn random_network(seed: u64) -> Network {
        let mut rng = crate::rng(seed);
        let width = 64;
        let mut random = |count: usize, max: i16| -> Vec<i16> {
            (0..count).map(|_| rng.random_range(-max..=max)).collect()
        };
        let i8s = |wide: Vec<i16>| wide.into_iter().map(|weight| weight as i8).collect();
        Network::new(NetworkParameters {
            provenance: format!("random numbers of seed {seed}"),
            scales: Scales {
                qa: 255,
                qb: 64,
                centipawns: 250,
            },
            ft_weights: i8s(random(INPUTS * width, 100)),
            ft_biases: random(width, 200),
            output_weights: i8s(random(2 * width * 8, 100)),
            output_biases: vec![100; 8],
        })
        .unwrap()
    }
}
