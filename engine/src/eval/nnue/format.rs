//! A network's file, little endian: magic bytes and version; width, outputs, scale and length of the
//! provenance (u16 each); the provenance, one line of UTF-8; feature transformer weights row by row,
//! feature transformer biases, output weights (i16 each), output biases (i32); the CRC-32 of
//! everything before it.

use super::features::INPUTS;
use super::network::{InvalidNetwork, MAX_OUTPUTS, MAX_WIDTH, Network, NetworkParameters};

/// The first bytes of a file, before the version.
const MAGIC: &[u8] = b"PONDERN";
/// The version that is written and read.
const VERSION: u8 = 1;
const CHECKSUM: usize = 4;

/// Why a file is not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("this is no network of Ponder's")]
    Foreign,
    #[error("the network has version {0}; this program reads version {VERSION}")]
    Version(u8),
    #[error("the network is cut off, or longer than it says")]
    Length,
    #[error("the network is damaged: its checksum does not fit")]
    Damaged,
    #[error("the network cannot be used: {0}")]
    Invalid(#[from] InvalidNetwork),
}

impl Network {
    /// The length of the file that begins with these bytes; `None` while the header is incomplete.
    #[must_use]
    pub fn length(begin: &[u8]) -> Option<usize> {
        let mut rest = begin.strip_prefix(MAGIC)?.get(1..)?;
        let head = NetworkHeader::take(&mut rest).ok()?;
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
        let [ft_weights, ft_biases, output_weights] =
            head.i16_counts().map(|count| i16s(bytes(2 * count)));
        let output_biases = bytes(4 * head.outputs).chunks_exact(4);
        let parameters = NetworkParameters {
            provenance: provenance.to_owned(),
            scale: head.scale,
            ft_weights,
            ft_biases,
            output_weights,
            output_biases: output_biases
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect(),
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
        let head = [
            self.width(),
            self.outputs(),
            usize::from(parameters.scale),
            provenance.len(),
        ];
        for number in head {
            file.extend((number as u16).to_le_bytes());
        }
        file.extend(provenance);
        let i16s = [
            &parameters.ft_weights,
            &parameters.ft_biases,
            &parameters.output_weights,
        ];
        for number in i16s.into_iter().flatten() {
            file.extend(number.to_le_bytes());
        }
        for number in &parameters.output_biases {
            file.extend(number.to_le_bytes());
        }
        file.extend(crate::checksum::crc32(&file).to_le_bytes());
        file
    }
}

/// The fields after the version.
struct NetworkHeader {
    width: usize,
    outputs: usize,
    scale: u16,
    provenance_bytes: usize,
}

impl NetworkHeader {
    fn take(rest: &mut &[u8]) -> Result<NetworkHeader, FormatError> {
        let mut short = || take(rest).map(u16::from_le_bytes);
        Ok(NetworkHeader {
            width: short()?.into(),
            outputs: short()?.into(),
            scale: short()?,
            provenance_bytes: short()?.into(),
        })
    }

    /// Numbers of feature transformer weights, feature transformer biases and output weights.
    fn i16_counts(&self) -> [usize; 3] {
        let NetworkHeader { width, outputs, .. } = *self;
        [INPUTS * width, width, 2 * width * outputs]
    }

    /// Bytes of all parameters.
    fn parameter_bytes(&self) -> usize {
        2 * self.i16_counts().iter().sum::<usize>() + 4 * self.outputs
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], FormatError> {
    let (taken, after) = rest.split_first_chunk().ok_or(FormatError::Length)?;
    *rest = after;
    Ok(*taken)
}

fn i16s(bytes: &[u8]) -> Vec<i16> {
    let pairs = bytes.chunks_exact(2);
    pairs
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect()
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
        assert_eq!(Network::length(&file[..20]), Some(file.len()));
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
        for at in (20..file.len()).step_by(997) {
            let mut damaged = file.clone();
            damaged[at] ^= 0x10;
            assert_eq!(Network::read(&damaged), Err(FormatError::Damaged), "{at}");
        }
        let changed = |at: usize, to: u8| {
            let mut changed = file.clone();
            changed[at] = to;
            Network::read(&changed)
        };
        assert_eq!(changed(7, 9), Err(FormatError::Version(9)));
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
        heavy.ft_weights[5] = 1_030;
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::Neuron(5)));
        let mut heavy = parameters.clone();
        heavy.output_weights[7] = 129;
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::Output(0)));
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
