//! The sizes of a network, and the ranges of its layers in the flat list of parameters.

use std::ops::Range;

use engine::eval::nnue::INPUTS;

/// The numbers of neurons that a network raised by its own games may have. It has one output.
pub const NEURONS: [u8; 3] = [16, 32, 64];

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkShape {
    /// Neurons of the hidden layer.
    pub width: usize,
    /// Output buckets; the number of pieces selects one.
    pub outputs: usize,
}

impl NetworkShape {
    /// The number of parameters.
    #[must_use]
    pub fn parameter_count(self) -> usize {
        self.output_biases().end
    }

    /// The feature transformer's weights, one row for each input.
    pub(super) fn ft_weights(self) -> Range<usize> {
        0..INPUTS * self.width
    }

    pub(super) fn ft_biases(self) -> Range<usize> {
        let start = self.ft_weights().end;
        start..start + self.width
    }

    /// For each output, the weights of the side to move's neurons, then of the other side's.
    pub(super) fn output_weights(self) -> Range<usize> {
        let start = self.ft_biases().end;
        start..start + 2 * self.width * self.outputs
    }

    pub(super) fn output_biases(self) -> Range<usize> {
        let start = self.output_weights().end;
        start..start + self.outputs
    }
}
