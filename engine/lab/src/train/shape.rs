//! How large a network is, and where in one long list of numbers its parts lie.

use std::ops::Range;

use engine::eval::nnue::INPUTS;

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Neurons of the hidden layer.
    pub width: usize,
    /// Outputs, of which the number of pieces chooses one.
    pub outputs: usize,
}

impl Shape {
    /// How many numbers it has.
    #[must_use]
    pub fn numbers(self) -> usize {
        self.output_biases().end
    }

    /// The weights of the inputs, row by row.
    pub(super) fn rows(self) -> Range<usize> {
        0..INPUTS * self.width
    }

    pub(super) fn biases(self) -> Range<usize> {
        let begin = self.rows().end;
        begin..begin + self.width
    }

    /// For each output, the weights of the mover's neurons, then of the other's.
    pub(super) fn weights(self) -> Range<usize> {
        let begin = self.biases().end;
        begin..begin + 2 * self.width * self.outputs
    }

    pub(super) fn output_biases(self) -> Range<usize> {
        let begin = self.weights().end;
        begin..begin + self.outputs
    }
}
