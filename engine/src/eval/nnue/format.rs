//! A network's file, little endian: magic bytes and version; width, outputs, activation, the three scales
//! and the length of the provenance (u16 each); the provenance, one line of UTF-8; feature transformer
//! weights row by row (i8), feature transformer biases (i16), output weights (i8), output biases (i32);
//! the CRC-32 of everything before it.
//!
//! What is written in version 2 stays readable. Another activation gets another number.

use super::features::INPUTS;
use super::network::{InvalidNetwork, MAX_OUTPUTS, MAX_WIDTH, Network, NetworkParameters, Scales};

/// The first bytes of a file, before the version.
const MAGIC: &[u8] = b"PONDERN";
/// The version that is written and read.
const VERSION: u8 = 2;
/// SCReLU: the clipped neuron, squared.
const SCRELU: u16 = 1;
const CHECKSUM: usize = 4;

/// Why a file is not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("this is no network of Ponder's")]
    Foreign,
    #[error("the network has version {0}; this program reads version {VERSION}")]
    Version(u8),
    #[error("the network has activation {0}; this program knows {SCRELU}, the clipped square")]
    Activation(u16),
    #[error("the network is cut off, or longer than it says")]
    Length,
    #[error("the network is damaged: its checksum does not fit")]
    Damaged,
    #[error("the network cannot be used: {0}")]
    Invalid(#[from] InvalidNetwork),
}

impl Network {
    /// The length of the file that begins with these bytes; `None` while the header is incomplete, and
    /// where [`read`](Self::read) would refuse it.
    #[must_use]
    pub fn length(begin: &[u8]) -> Option<usize> {
        let mut rest = begin.strip_prefix(MAGIC)?.strip_prefix(&[VERSION])?;
        let head = NetworkHeader::take(&mut rest).ok()?;
        if head.width > MAX_WIDTH || head.outputs > MAX_OUTPUTS {
            return None;
        }
        Some(begin.len() - rest.len() + head.provenance_bytes + head.parameter_bytes() + CHECKSUM)
    }

    /// Reads a network from its file.
    ///
    /// # Errors
    /// The file is not a valid network.
    pub fn read(file: &[u8]) -> Result<Network, FormatError> {
        let mut rest = file.strip_prefix(MAGIC).ok_or(FormatError::Foreign)?;
        let [version] = take(&mut rest)?;
        if version != VERSION {
            return Err(FormatError::Version(version));
        }
        let head = NetworkHeader::take(&mut rest)?;
        if head.activation != SCRELU {
            return Err(FormatError::Activation(head.activation));
        }
        if head.width > MAX_WIDTH {
            return Err(InvalidNetwork::Width(head.width).into());
        }
        if head.outputs > MAX_OUTPUTS {
            return Err(InvalidNetwork::Outputs(head.outputs).into());
        }
        if rest.len() != head.provenance_bytes + head.parameter_bytes() + CHECKSUM {
            return Err(FormatError::Length);
        }
        let (body, checksum) = file.split_at(file.len() - CHECKSUM);
        if checksum != crate::checksum::crc32(body).to_le_bytes() {
            return Err(FormatError::Damaged);
        }
        let mut bytes = |count: usize| {
            let (taken, after) = rest.split_at(count);
            rest = after;
            taken
        };
        let provenance =
            str::from_utf8(bytes(head.provenance_bytes)).map_err(|_| FormatError::Damaged)?;
        let [inputs, neurons, weights, outputs] = head.counts();
        let parameters = NetworkParameters {
            provenance: provenance.to_owned(),
            scales: head.scales,
            ft_weights: i8s(bytes(inputs)),
            ft_biases: numbers(bytes(2 * neurons), i16::from_le_bytes),
            output_weights: i8s(bytes(weights)),
            output_biases: numbers(bytes(4 * outputs), i32::from_le_bytes),
        };
        Ok(Network::new(parameters)?)
    }

    /// Writes the network's file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let parameters = self.parameters();
        let provenance = parameters.provenance.as_bytes();
        let mut file = MAGIC.to_vec();
        file.push(VERSION);
        let Scales { qa, qb, centipawns } = parameters.scales;
        let [width, outputs, length] =
            [self.width(), self.outputs(), provenance.len()].map(|number| number as u16);
        for number in [width, outputs, SCRELU, qa, qb, centipawns, length] {
            file.extend(number.to_le_bytes());
        }
        file.extend(provenance);
        file.extend(parameters.ft_weights.iter().map(|&weight| weight as u8));
        file.extend(
            parameters
                .ft_biases
                .iter()
                .flat_map(|bias| bias.to_le_bytes()),
        );
        file.extend(parameters.output_weights.iter().map(|&weight| weight as u8));
        file.extend(
            parameters
                .output_biases
                .iter()
                .flat_map(|bias| bias.to_le_bytes()),
        );
        file.extend(crate::checksum::crc32(&file).to_le_bytes());
        file
    }
}

/// The fields after the version.
struct NetworkHeader {
    width: usize,
    outputs: usize,
    activation: u16,
    scales: Scales,
    provenance_bytes: usize,
}

impl NetworkHeader {
    fn take(rest: &mut &[u8]) -> Result<NetworkHeader, FormatError> {
        let mut short = || take(rest).map(u16::from_le_bytes);
        Ok(NetworkHeader {
            width: short()?.into(),
            outputs: short()?.into(),
            activation: short()?,
            scales: Scales {
                qa: short()?,
                qb: short()?,
                centipawns: short()?,
            },
            provenance_bytes: short()?.into(),
        })
    }

    /// Numbers of feature transformer weights and biases, and of output weights and biases.
    fn counts(&self) -> [usize; 4] {
        let NetworkHeader { width, outputs, .. } = *self;
        [INPUTS * width, width, 2 * width * outputs, outputs]
    }

    /// Bytes of all parameters.
    fn parameter_bytes(&self) -> usize {
        let [inputs, neurons, weights, outputs] = self.counts();
        inputs + 2 * neurons + weights + 4 * outputs
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], FormatError> {
    let (taken, after) = rest.split_first_chunk().ok_or(FormatError::Length)?;
    *rest = after;
    Ok(*taken)
}

fn i8s(bytes: &[u8]) -> Vec<i8> {
    bytes.iter().map(|&byte| byte as i8).collect()
}

fn numbers<const N: usize, T>(bytes: &[u8], read: fn([u8; N]) -> T) -> Vec<T> {
    let (chunks, _) = bytes.as_chunks();
    chunks.iter().map(|&chunk| read(chunk)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::network::MAX_PROVENANCE;
    use crate::eval::nnue::tests::random_network;

    #[test]
    fn a_network_is_read_as_it_was_written() {
        let network = random_network(3);
        let file = network.write();
        assert_eq!(Network::length(&file[..22]), Some(file.len()));
        assert_eq!(Network::length(&file[..12]), None);
        assert_eq!(Network::read(&file), Ok(network));
    }

    #[test]
    fn what_is_foreign_cut_off_or_damaged_is_refused_with_the_reason() {
        let file = random_network(3).write();
        assert_eq!(Network::read(b""), Err(FormatError::Foreign));
        assert_eq!(Network::read(b"MZ\x90\0"), Err(FormatError::Foreign));
        for length in [MAGIC.len(), 9, 12, 100, file.len() - 1] {
            assert_eq!(Network::read(&file[..length]), Err(FormatError::Length));
        }
        let longer = [&file[..], b"\0"].concat();
        assert_eq!(Network::read(&longer), Err(FormatError::Length));
        for at in (22..file.len()).step_by(997) {
            let mut damaged = file.clone();
            damaged[at] ^= 0x10;
            assert_eq!(Network::read(&damaged), Err(FormatError::Damaged), "{at}");
        }
        let changed = |at: usize, to: u8| {
            let mut changed = file.clone();
            changed[at] = to;
            Network::read(&changed)
        };
        assert_eq!(changed(7, 1), Err(FormatError::Version(1)));
        assert_eq!(changed(7, 9), Err(FormatError::Version(9)));
        assert_eq!(changed(12, 7), Err(FormatError::Activation(7)));
        assert_eq!(
            changed(9, 0xff),
            Err(InvalidNetwork::Width(0xff40).into()),
            "no memory is asked for what is not there"
        );
    }

    #[test]
    fn numbers_whose_sums_could_overflow_are_no_network() {
        let parameters = random_network(3).parameters();
        let mut heavy = parameters.clone();
        heavy.ft_biases[5] = i16::MAX;
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::Neuron(5)));
        let mut heavy = parameters.clone();
        heavy.ft_biases[5] = i16::MIN;
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::Neuron(5)));
        let wide = 1_024;
        let heavy = NetworkParameters {
            ft_weights: vec![0; INPUTS * wide],
            ft_biases: vec![0; wide],
            output_weights: vec![127; 2 * wide],
            output_biases: vec![0],
            ..parameters.clone()
        };
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::Output(0)));
        for scale in [0, 256] {
            let mut foreign = parameters.clone();
            foreign.scales.qb = scale;
            assert_eq!(Network::new(foreign), Err(InvalidNetwork::Scale(scale)));
        }
        let mut short = parameters.clone();
        short.ft_weights.pop();
        assert!(matches!(
            Network::new(short),
            Err(InvalidNetwork::Length { .. })
        ));
    }

    #[test]
    fn a_provenance_is_one_line_and_not_a_long_one() {
        let parameters = random_network(3).parameters();
        let of = |provenance: String| {
            Network::new(NetworkParameters {
                provenance,
                ..parameters.clone()
            })
        };
        let most = of("é".repeat(MAX_PROVENANCE / 2)).unwrap();
        assert_eq!(Network::read(&most.write()), Ok(most));
        for provenance in [
            "a".repeat(MAX_PROVENANCE + 1),
            "games\nbestmove e2e4".to_owned(),
            "\u{1b}[2J".to_owned(),
        ] {
            assert_eq!(of(provenance), Err(InvalidNetwork::Provenance));
        }
        // Such a file, with a checksum that fits.
        let mut file = of("a line".to_owned()).unwrap().write();
        let at = file.windows(6).position(|six| six == b"a line").unwrap();
        file[at + 1] = b'\n';
        let end = file.len() - CHECKSUM;
        let checksum = crate::checksum::crc32(&file[..end]).to_le_bytes();
        file[end..].copy_from_slice(&checksum);
        assert_eq!(Network::read(&file), Err(InvalidNetwork::Provenance.into()));
    }
}
