//! A network's numbers, and what they must be so that no sum of them overflows.

use arrayvec::ArrayVec;

use super::features::{INPUTS, MOST_PIECES, Placement, View};
use super::kernels::{Instructions, LANES, ONE};
use crate::eval::LIMIT;
use crate::rules::Color;

/// One in units of the weights behind the hidden layer.
pub const OUTPUT_ONE: i32 = 64;

/// The widest hidden layer.
pub const MOST_WIDTH: usize = 1_024;
/// The longest provenance, bytes.
pub const MOST_PROVENANCE: usize = 1_000;
/// The most outputs, of which the number of pieces chooses one.
pub const MOST_OUTPUTS: usize = 8;

/// An efficiently updatable network (Y. Nasu, 2018): each side's view of the board (768 inputs) to
/// one hidden layer that both share, squared and cut to 0 … 1; both views' neurons, the mover's
/// first, to one output, chosen by how many pieces there are.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    width: usize,
    provenance: String,
    /// Centipawns of an output of 1.
    scale: u16,
    /// A row of weights for each input; 255 is 1.
    rows: Vec<i16>,
    /// What a neuron begins with; 255 is 1.
    biases: Vec<i16>,
    /// For each output, the weights of the mover's neurons, then of the other's; 64 is 1.
    outputs: Vec<i16>,
    /// What an output begins with; 255 × 64 is 1.
    output_biases: Vec<i32>,
    instructions: Instructions,
}

/// The numbers that make a network; see [`Network`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Where the network comes from, in words.
    pub provenance: String,
    pub scale: u16,
    pub rows: Vec<i16>,
    pub biases: Vec<i16>,
    pub outputs: Vec<i16>,
    pub output_biases: Vec<i32>,
}

/// Why numbers are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNetwork {
    #[error("its hidden layer has {0} neurons; expected a multiple of {LANES} up to {MOST_WIDTH}")]
    Width(usize),
    #[error("it has {0} outputs; expected 1, 2, 4 or 8")]
    Outputs(usize),
    #[error("its provenance is longer than {MOST_PROVENANCE} bytes, or more than one line")]
    Provenance,
    #[error("it has {found} {what}, not {expected}")]
    Length {
        what: &'static str,
        found: usize,
        expected: usize,
    },
    #[error("neuron {0} can add up to more than sixteen bits hold")]
    Neuron(usize),
    #[error("output {0} can add up to more than 32 bits hold")]
    Output(usize),
}

impl Network {
    /// A network of these numbers.
    ///
    /// # Errors
    /// They do not belong together, or a sum of them could overflow: then the answer would not be
    /// the same everywhere.
    pub fn new(numbers: Numbers) -> Result<Network, InvalidNetwork> {
        let Numbers {
            provenance,
            scale,
            rows,
            biases,
            outputs,
            output_biases,
        } = numbers;
        if provenance.len() > MOST_PROVENANCE || provenance.contains(char::is_control) {
            return Err(InvalidNetwork::Provenance);
        }
        let (width, count) = (biases.len(), output_biases.len());
        if width == 0 || width > MOST_WIDTH || !width.is_multiple_of(LANES) {
            return Err(InvalidNetwork::Width(width));
        }
        if count > MOST_OUTPUTS || !count.is_power_of_two() {
            return Err(InvalidNetwork::Outputs(count));
        }
        let lengths = [
            ("weights of inputs", rows.len(), INPUTS * width),
            ("weights of outputs", outputs.len(), 2 * width * count),
        ];
        for (what, found, expected) in lengths {
            if found != expected {
                return Err(InvalidNetwork::Length {
                    what,
                    found,
                    expected,
                });
            }
        }
        let network = Network {
            width,
            provenance,
            scale,
            rows,
            biases,
            outputs,
            output_biases,
            instructions: Instructions::best(),
        };
        network.check()?;
        Ok(network)
    }

    /// Whether no sum can overflow: no neuron's with as many pieces as a board has, each worth as
    /// much as the heaviest input, and no output's with all neurons full.
    fn check(&self) -> Result<(), InvalidNetwork> {
        for neuron in 0..self.width {
            let column = self.rows.iter().skip(neuron).step_by(self.width);
            let most = column.map(|weight| i32::from(*weight).abs()).max();
            let bias = i32::from(self.biases[neuron]).abs();
            if bias + most.unwrap_or(0) * MOST_PIECES as i32 > i32::from(i16::MAX) {
                return Err(InvalidNetwork::Neuron(neuron));
            }
        }
        for (output, weights) in self.outputs.chunks_exact(2 * self.width).enumerate() {
            let size = |weight: &i16| i64::from(*weight).abs();
            let sum: i64 = weights.iter().map(size).sum();
            let fits = weights.iter().all(|weight| size(weight) <= 128);
            let most = sum * i64::from(ONE) * i64::from(ONE);
            if !fits || most > i64::from(i32::MAX) {
                return Err(InvalidNetwork::Output(output));
            }
        }
        Ok(())
    }

    /// Neurons of the hidden layer, for each view.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many outputs there are.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.output_biases.len()
    }

    /// Where it comes from, in words.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// What tells it from other networks: the checksum of its file.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let file = self.write();
        let end = file.len() - 4;
        crate::checksum::crc32(&file[..end])
    }

    /// The numbers it is made of.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        Numbers {
            provenance: self.provenance.clone(),
            scale: self.scale,
            rows: self.rows.clone(),
            biases: self.biases.clone(),
            outputs: self.outputs.clone(),
            output_biases: self.output_biases.clone(),
        }
    }

    /// The same network, worked out without what only some processors have.
    #[must_use]
    pub fn plain(&self) -> Network {
        Network {
            instructions: Instructions::Plain,
            ..self.clone()
        }
    }

    /// What the neurons of `view` add up to for what stands `now`, from what they added up to
    /// (`from`) for what stood `before`.
    pub(super) fn update(
        &self,
        out: &mut [i16],
        from: &[i16],
        before: &Placement,
        now: &Placement,
        view: View,
    ) {
        let (mut come, mut gone) = (Rows::new_const(), Rows::new_const());
        now.changes_since(before, view, |input, is_there| {
            let row = &self.rows[input * self.width..][..self.width];
            if is_there {
                come.push(row);
            } else {
                gone.push(row);
            }
        });
        self.instructions.update(out, from, &come, &gone);
    }

    /// What the neurons add up to for an empty board.
    pub(super) fn biases(&self) -> &[i16] {
        &self.biases
    }

    /// Centipawns for the side to move, whose neurons are `own`, with so many pieces on the board.
    pub(super) fn output(&self, own: &[i16], other: &[i16], pieces: u32) -> i32 {
        let output = (pieces.clamp(1, 32) as usize - 1) * self.outputs() / MOST_PIECES;
        let weights = &self.outputs[2 * self.width * output..][..2 * self.width];
        let (of_own, of_other) = weights.split_at(self.width);
        let squares = i64::from(self.instructions.squares(own, of_own))
            + i64::from(self.instructions.squares(other, of_other));
        let sum = squares / i64::from(ONE) + i64::from(self.output_biases[output]);
        let centipawns = sum * i64::from(self.scale) / (i64::from(ONE) * i64::from(OUTPUT_ONE));
        centipawns.clamp(1 - i64::from(LIMIT), i64::from(LIMIT) - 1) as i32
    }

    /// What a placement is worth to `side`, which is to move, from nothing: the slow way, for tests
    /// and for boards that no game has. The kings have to be there.
    #[must_use]
    pub fn evaluate(&self, placement: &Placement, views: [View; 2], side: Color) -> i32 {
        let neurons = views.map(|view| {
            let mut neurons = vec![0; self.width];
            let empty = Placement::default();
            self.update(&mut neurons, &self.biases, &empty, placement, view);
            neurons
        });
        let [own, other] = [side, !side].map(|color| &neurons[color.index()]);
        self.output(own, other, placement.count())
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network")
            .field("width", &self.width)
            .field("outputs", &self.outputs())
            .field("scale", &self.scale)
            .finish_non_exhaustive()
    }
}

/// The rows of some inputs.
type Rows<'a> = ArrayVec<&'a [i16], MOST_PIECES>;
