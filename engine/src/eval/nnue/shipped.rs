//! The network built into the program. Pages fetch it instead.

use std::sync::LazyLock;

use super::network::Network;
use crate::eval::{EvalConfig, Evaluation, SharedEval};

/// The file, as pages fetch it.
pub const SHIPPED_FILE: &[u8] = include_bytes!("../../../intuition.nnue");

/// The default network.
///
/// # Panics
/// When the built-in file is not a network, which a test excludes.
#[must_use]
pub fn shipped() -> SharedEval {
    static SHIPPED: LazyLock<SharedEval> = LazyLock::new(|| {
        let network = Network::read(SHIPPED_FILE);
        SharedEval::new(network.expect("the built-in file is a network"))
    });
    SHIPPED.clone()
}

impl EvalConfig {
    /// An evaluation, with the built-in network.
    #[must_use]
    pub fn shipped(evaluation: Evaluation) -> EvalConfig {
        EvalConfig {
            network: Some(shipped()),
            ..evaluation.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_can_be_read_says_where_it_comes_from_and_is_small() {
        assert!(shipped().provenance().contains("positions"));
        assert!(SHIPPED_FILE.len() <= 400_000, "{}", SHIPPED_FILE.len());
    }
}
