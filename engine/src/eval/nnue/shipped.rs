//! The network that the program comes with. Pages fetch it instead.

use std::sync::LazyLock;

use super::network::Network;
use crate::eval::{Evaluation, Judge, Learned};

/// The file, as pages fetch it.
pub const FILE: &[u8] = include_bytes!("../../../intuition.nnue");

/// The network that plays where nobody asks for another.
///
/// # Panics
/// When the file that was built in is none; a test sees to that.
#[must_use]
pub fn shipped() -> Learned {
    static SHIPPED: LazyLock<Learned> = LazyLock::new(|| {
        let network = Network::read(FILE);
        Learned::new(network.expect("what was built in is a network"))
    });
    SHIPPED.clone()
}

impl Judge {
    /// Judges by this evaluation, and by the network that was built in where it is that one.
    #[must_use]
    pub fn shipped(evaluation: Evaluation) -> Judge {
        Judge {
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
        assert!(FILE.len() <= 400_000, "{}", FILE.len());
    }
}
