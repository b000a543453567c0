//! The file of a learning network, little endian: `PONDERW` and a version; the number of neurons (u8) and
//! of games learnt (u32); the weights (f32), in the order of [`NetworkShape`]; the CRC-32 of everything
//! before it.
//!
//! The weights are floats, so that what one game changes is not rounded away; what plays is rounded from
//! them.

use engine::checksum::crc32;
use engine::eval::nnue::InvalidNetwork;

use super::LearningNetwork;
use crate::train::{FloatNetwork, NEURONS, NetworkShape};

/// The first bytes, before the version.
const MAGIC: &[u8] = b"PONDERW";
const VERSION: u8 = 1;

/// Why bytes are no learning network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    #[error("these are no weights of Ponder's")]
    Foreign,
    #[error("the weights have version {0}; this program reads version {VERSION}")]
    Version(u8),
    #[error("the network has {0} neurons; expected 16, 32 or 64")]
    Neurons(u8),
    #[error("the weights are cut off, or longer than they say")]
    Length,
    #[error("the weights are damaged: their checksum does not fit")]
    Damaged,
    #[error("weight {0} is out of range")]
    Range(usize),
    #[error("the network cannot play: {0}")]
    Invalid(#[from] InvalidNetwork),
}

impl LearningNetwork {
    /// Writes the file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([VERSION, self.neurons() as u8]);
        file.extend(self.games.to_le_bytes());
        let weights = self.floats.parameters.iter();
        file.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        file.extend(crc32(&file).to_le_bytes());
        file
    }

    /// Reads the file.
    ///
    /// # Errors
    /// It is no network that learns and plays.
    pub fn read(file: &[u8]) -> Result<LearningNetwork, WeightsError> {
        let mut rest = file.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
        let [version, neurons] = take(&mut rest)?;
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        if !NEURONS.contains(&neurons) {
            return Err(WeightsError::Neurons(neurons));
        }
        let games = u32::from_le_bytes(take(&mut rest)?);
        let shape = NetworkShape {
            width: neurons.into(),
            outputs: 1,
        };
        let (weights, checksum) = rest.split_last_chunk().ok_or(WeightsError::Length)?;
        if weights.len() != 4 * shape.parameter_count() {
            return Err(WeightsError::Length);
        }
        if crc32(&file[..file.len() - checksum.len()]) != u32::from_le_bytes(*checksum) {
            return Err(WeightsError::Damaged);
        }
        let (weights, _) = weights.as_chunks();
        let floats = FloatNetwork {
            shape,
            parameters: weights.iter().copied().map(f32::from_le_bytes).collect(),
        };
        if let Some(index) = floats.first_out_of_range() {
            return Err(WeightsError::Range(index));
        }
        let network = LearningNetwork { floats, games };
        network.quantised()?;
        Ok(network)
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], WeightsError> {
    let (taken, after) = rest.split_first_chunk().ok_or(WeightsError::Length)?;
    *rest = after;
    Ok(*taken)
}
