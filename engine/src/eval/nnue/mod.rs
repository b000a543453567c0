//! An evaluation that is learned: a small network, worked out in whole numbers, so that its score is
//! the same to the unit on every target.
//!
//! `features` is what it sees, `network` its numbers and `format` how a file holds them; `evaluator`
//! judges the positions of a search, each from one nearby, and `seen` says what it sees in one;
//! `kernels` has the loops.

mod evaluator;
mod features;
mod format;
mod kernels;
mod network;
mod seen;
#[cfg(feature = "shipped")]
mod shipped;

pub use evaluator::Nnue;
pub use features::{INPUTS, MOST_PIECES, Placement, View};
pub use format::FormatError;
pub use kernels::{LANES, ONE};
pub use network::{InvalidNetwork, MOST_OUTPUTS, MOST_WIDTH, Network, Numbers, OUTPUT_ONE};
pub use seen::Contribution;
#[cfg(feature = "shipped")]
pub use shipped::{FILE as SHIPPED_FILE, shipped};

#[cfg(test)]
pub mod tests {
    use rand::RngExt;

    use super::*;

    /// A network of random numbers, as large as trained ones are.
    pub fn random_network(seed: u64) -> Network {
        let mut rng = crate::rng(seed);
        let width = 64;
        let mut some = |count: usize, most: i16| -> Vec<i16> {
            (0..count).map(|_| rng.random_range(-most..=most)).collect()
        };
        Network::new(Numbers {
            provenance: format!("random numbers of seed {seed}"),
            scale: 250,
            rows: some(INPUTS * width, 100),
            biases: some(width, 200),
            outputs: some(2 * width * 8, 100),
            output_biases: vec![100; 8],
        })
        .unwrap()
    }
}
