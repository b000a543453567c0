//! A network's parameters, with the check that no sum of them overflows.

use arrayvec::ArrayVec;

use super::delta::{Delta, Placed};
use super::features::{INPUTS, MAX_PIECES, Perspective, Placement};
use super::kernels::Instructions;
use super::scale::{LANES, MAX_QA};
use crate::eval::EVAL_LIMIT;
use crate::rules::Color;

/// Maximum width of the hidden layer, neurons.
pub const MAX_WIDTH: usize = 1_024;
/// Maximum length of the provenance, bytes.
pub const MAX_PROVENANCE: usize = 1_000;
/// Maximum number of output buckets; the number of pieces selects one.
pub const MAX_OUTPUTS: usize = 8;

/// An efficiently updatable neural network (Y. Nasu, 2018): a feature transformer shared by both
/// perspectives ([`INPUTS`] each), SCReLU activation, and both perspectives' neurons, the side to
/// move's first, to one output bucket, selected by the number of pieces.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    width: usize,
    provenance: String,
    scales: Scales,
    /// Feature transformer weights, a row for each input; [`Scales::qa`] is 1.
    ft_weights: Vec<i16>,
    /// Feature transformer biases; [`Scales::qa`] is 1.
    ft_biases: Vec<i16>,
    /// For each output bucket the weights of the side to move's neurons, then of the other's;
    /// [`Scales::qb`] is 1.
    output_weights: Vec<i16>,
    /// Output biases; the product of both scales is 1.
    output_biases: Vec<i32>,
    instructions: Instructions,
}

/// What the integers of a network stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scales {
    /// QA: feature transformer scale; SCReLU clips to `0..=QA`. Up to [`MAX_QA`].
    pub qa: u16,
    /// QB: output weight scale, up to [`MAX_QA`].
    pub qb: u16,
    /// Centipawns of an output of 1.
    pub centipawns: u16,
}

/// The parameters of a [`Network`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkParameters {
    /// How the network was made, in words.
    pub provenance: String,
    pub scales: Scales,
    pub ft_weights: Vec<i8>,
    pub ft_biases: Vec<i16>,
    pub output_weights: Vec<i8>,
    pub output_biases: Vec<i32>,
}

/// Why parameters make no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNetwork {
    #[error("its hidden layer has {0} neurons; expected a multiple of {LANES} up to {MAX_WIDTH}")]
    Width(usize),
    #[error("it has {0} outputs; expected 1, 2, 4 or 8")]
    Outputs(usize),
    #[error("its weights have a scale of {0}; expected 1 to {MAX_QA}")]
    Scale(u16),
    #[error("its provenance is longer than {MAX_PROVENANCE} bytes, or more than one line")]
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
    /// A network with these parameters.
    ///
    /// # Errors
    /// Their lengths do not match, or a sum of them could overflow.
    pub fn new(parameters: NetworkParameters) -> Result<Network, InvalidNetwork> {
        let NetworkParameters {
            provenance,
            scales,
            ft_weights,
            ft_biases,
            output_weights,
            output_biases,
        } = parameters;
        if provenance.len() > MAX_PROVENANCE || provenance.contains(char::is_control) {
            return Err(InvalidNetwork::Provenance);
        }
        let (width, count) = (ft_biases.len(), output_biases.len());
        if width == 0 || width > MAX_WIDTH || !width.is_multiple_of(LANES) {
            return Err(InvalidNetwork::Width(width));
        }
        if count > MAX_OUTPUTS || !count.is_power_of_two() {
            return Err(InvalidNetwork::Outputs(count));
        }
        for scale in [scales.qa, scales.qb] {
            if !(1..=MAX_QA).contains(&scale) {
                return Err(InvalidNetwork::Scale(scale));
            }
        }
        let lengths = [
            ("weights of inputs", ft_weights.len(), INPUTS * width),
            (
                "weights of outputs",
                output_weights.len(),
                2 * width * count,
            ),
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
            scales,
            ft_weights: widened(&ft_weights),
            ft_biases,
            output_weights: widened(&output_weights),
            output_biases,
            instructions: Instructions::best(),
        };
        network.check()?;
        Ok(network)
    }

    /// Checks that no sum can overflow: no neuron's with [`MAX_PIECES`] inputs of the largest weight,
    /// and no output's with all neurons at QA.
    fn check(&self) -> Result<(), InvalidNetwork> {
        for neuron in 0..self.width {
            let column = self.ft_weights.iter().skip(neuron).step_by(self.width);
            let max = column.map(|weight| i32::from(*weight).abs()).max();
            let bias = i32::from(self.ft_biases[neuron]).abs();
            if bias + max.unwrap_or(0) * MAX_PIECES as i32 > i32::from(i16::MAX) {
                return Err(InvalidNetwork::Neuron(neuron));
            }
        }
        for (output, weights) in self.output_weights.chunks_exact(2 * self.width).enumerate() {
            let sum: i64 = weights.iter().map(|weight| i64::from(*weight).abs()).sum();
            let qa = i64::from(self.scales.qa);
            if sum * qa * qa > i64::from(i32::MAX) {
                return Err(InvalidNetwork::Output(output));
            }
        }
        Ok(())
    }

    /// Width of the hidden layer for each perspective, neurons.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of output buckets.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.output_biases.len()
    }

    /// How it was made, in words.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The checksum of its file, which identifies it.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let file = self.write();
        let end = file.len() - 4;
        crate::checksum::crc32(&file[..end])
    }

    #[must_use]
    pub fn parameters(&self) -> NetworkParameters {
        NetworkParameters {
            provenance: self.provenance.clone(),
            scales: self.scales,
            ft_weights: narrowed(&self.ft_weights),
            ft_biases: self.ft_biases.clone(),
            output_weights: narrowed(&self.output_weights),
            output_biases: self.output_biases.clone(),
        }
    }

    /// The same network with baseline instructions.
    #[must_use]
    pub fn plain(&self) -> Network {
        Network {
            instructions: Instructions::Plain,
            ..self.clone()
        }
    }

    /// Computes the accumulator of `now` from that of `before` (`from`), for one perspective.
    pub(super) fn update(
        &self,
        out: &mut [i16],
        from: &[i16],
        before: &Placement,
        now: &Placement,
        perspective: Perspective,
    ) {
        let (mut added, mut removed) = (FtRows::new_const(), FtRows::new_const());
        now.for_each_change(before, perspective, |input, is_active| {
            let row = &self.ft_weights[input * self.width..][..self.width];
            if is_active {
                added.push(row);
            } else {
                removed.push(row);
            }
        });
        self.instructions.update(out, from, &added, &removed);
    }

    /// Computes the accumulator after a move from that before it (`from`), for one perspective.
    #[inline]
    pub(super) fn apply(
        &self,
        out: &mut [i16],
        from: &[i16],
        delta: &Delta,
        perspective: Perspective,
    ) {
        let row = |&(color, piece, square): &Placed| -> &[i16] {
            let input = perspective.input(color, piece, usize::from(square));
            &self.ft_weights[input * self.width..][..self.width]
        };
        let instructions = self.instructions;
        match (&*delta.added, &*delta.removed) {
            ([], []) => out.copy_from_slice(from),
            ([one], [other]) => instructions.update(out, from, &[row(one)], &[row(other)]),
            ([one], [other, taken]) => {
                instructions.update(out, from, &[row(one)], &[row(other), row(taken)]);
            }
            (added, removed) => {
                let rows = |placed: &[Placed]| -> FtRows<'_> { placed.iter().map(row).collect() };
                instructions.update(out, from, &rows(added), &rows(removed));
            }
        }
    }

    /// The accumulator of an empty board.
    pub(super) fn ft_biases(&self) -> &[i16] {
        &self.ft_biases
    }

    /// The score of the accumulators, centipawns, side to move (`own`).
    pub(super) fn output(&self, own: &[i16], other: &[i16], pieces: u32) -> i32 {
        let output = (pieces.clamp(1, 32) as usize - 1) * self.outputs() / MAX_PIECES;
        let weights = &self.output_weights[2 * self.width * output..][..2 * self.width];
        let (own_weights, other_weights) = weights.split_at(self.width);
        let Scales { qa, qb, centipawns } = self.scales;
        let dot =
            |neurons, weights| i64::from(self.instructions.screlu_dot(neurons, weights, qa as i16));
        let dot = dot(own, own_weights) + dot(other, other_weights);
        let sum = dot / i64::from(qa) + i64::from(self.output_biases[output]);
        let centipawns = sum * i64::from(centipawns) / (i64::from(qa) * i64::from(qb));
        centipawns.clamp(1 - i64::from(EVAL_LIMIT), i64::from(EVAL_LIMIT) - 1) as i32
    }

    /// The score of a placement for `side`, which is to move, by a full refresh: slow, for tests and
    /// for placements outside a game. Both kings must be on the board.
    #[must_use]
    pub fn evaluate(
        &self,
        placement: &Placement,
        perspectives: [Perspective; 2],
        side: Color,
    ) -> i32 {
        let neurons = perspectives.map(|perspective| {
            let mut neurons = vec![0; self.width];
            let empty = Placement::default();
            self.update(
                &mut neurons,
                &self.ft_biases,
                &empty,
                placement,
                perspective,
            );
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
            .field("scales", &self.scales)
            .finish_non_exhaustive()
    }
}

fn widened(weights: &[i8]) -> Vec<i16> {
    weights.iter().map(|&weight| weight.into()).collect()
}

fn narrowed(weights: &[i16]) -> Vec<i8> {
    weights.iter().map(|&weight| weight as i8).collect()
}

/// Weight rows of some inputs.
type FtRows<'a> = ArrayVec<&'a [i16], MAX_PIECES>;
