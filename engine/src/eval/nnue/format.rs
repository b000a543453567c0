//! A network as a file, little endian: the magic bytes and the version; width (u16), outputs (u16),
//! scale (u16) and how long its provenance is (u16); the provenance, one line of UTF-8; the weights
//! of the inputs row by row, the biases, the weights of the outputs (i16 each), the outputs' biases
//! (i32); the CRC-32 of everything before it.

use super::features::INPUTS;
use super::network::{InvalidNetwork, MOST_OUTPUTS, MOST_WIDTH, Network, Numbers};

/// What a file begins with, before the version.
const MAGIC: &[u8] = b"PONDERN";
/// The version that is written and read.
const VERSION: u8 = 1;
const CHECKSUM: usize = 4;

/// Why a file holds no network.
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
    /// How many bytes a file has that begins like this, as far as that can be told.
    #[must_use]
    pub fn length(begin: &[u8]) -> Option<usize> {
        let mut rest = begin.strip_prefix(MAGIC)?.get(1..)?;
        let head = Head::take(&mut rest).ok()?;
        Some(begin.len() - rest.len() + head.provenance + head.numbers() + CHECKSUM)
    }

    /// The network in a file.
    ///
    /// # Errors
    /// There is none in it, or not a whole one.
    pub fn read(file: &[u8]) -> Result<Network, FormatError> {
        let mut rest = file.strip_prefix(MAGIC).ok_or(FormatError::Foreign)?;
        let [version] = take(&mut rest)?;
        if version != VERSION {
            return Err(FormatError::Version(version));
        }
        let head = Head::take(&mut rest)?;
        if head.width > MOST_WIDTH {
            return Err(InvalidNetwork::Width(head.width).into());
        }
        if head.outputs > MOST_OUTPUTS {
            return Err(InvalidNetwork::Outputs(head.outputs).into());
        }
        if rest.len() != head.provenance + head.numbers() + CHECKSUM {
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
            str::from_utf8(bytes(head.provenance)).map_err(|_| FormatError::Damaged)?;
        let [rows, biases, weights] = head.shorts().map(|count| i16s(bytes(2 * count)));
        let output_biases = bytes(4 * head.outputs).chunks_exact(4);
        let numbers = Numbers {
            provenance: provenance.to_owned(),
            scale: head.scale,
            rows,
            biases,
            outputs: weights,
            output_biases: output_biases
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect(),
        };
        Ok(Network::new(numbers)?)
    }

    /// The network as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let numbers = self.numbers();
        let provenance = numbers.provenance.as_bytes();
        let mut file = MAGIC.to_vec();
        file.push(VERSION);
        let head = [
            self.width(),
            self.outputs(),
            usize::from(numbers.scale),
            provenance.len(),
        ];
        for number in head {
            file.extend((number as u16).to_le_bytes());
        }
        file.extend(provenance);
        for number in [&numbers.rows, &numbers.biases, &numbers.outputs]
            .into_iter()
            .flatten()
        {
            file.extend(number.to_le_bytes());
        }
        for number in &numbers.output_biases {
            file.extend(number.to_le_bytes());
        }
        file.extend(crate::checksum::crc32(&file).to_le_bytes());
        file
    }
}

/// What stands after the version.
struct Head {
    width: usize,
    outputs: usize,
    scale: u16,
    /// Bytes of the provenance.
    provenance: usize,
}

impl Head {
    fn take(rest: &mut &[u8]) -> Result<Head, FormatError> {
        let mut short = || take(rest).map(u16::from_le_bytes);
        Ok(Head {
            width: short()?.into(),
            outputs: short()?.into(),
            scale: short()?,
            provenance: short()?.into(),
        })
    }

    /// How many weights of inputs, biases and weights of outputs there are.
    fn shorts(&self) -> [usize; 3] {
        let Head { width, outputs, .. } = *self;
        [INPUTS * width, width, 2 * width * outputs]
    }

    /// Bytes of all numbers.
    fn numbers(&self) -> usize {
        2 * self.shorts().iter().sum::<usize>() + 4 * self.outputs
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
    use crate::eval::nnue::network::MOST_PROVENANCE;
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
        let numbers = random_network(3).numbers();
        let mut heavy = numbers.clone();
        heavy.rows[5] = 1_030;
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::Neuron(5)));
        let mut heavy = numbers.clone();
        heavy.outputs[7] = 129;
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::Output(0)));
        let mut short = numbers.clone();
        short.rows.pop();
        assert!(matches!(
            Network::new(short),
            Err(InvalidNetwork::Length { .. })
        ));
    }

    #[test]
    fn a_provenance_is_one_line_and_not_a_long_one() {
        let numbers = random_network(3).numbers();
        let of = |provenance: String| {
            Network::new(Numbers {
                provenance,
                ..numbers.clone()
            })
        };
        let most = of("é".repeat(MOST_PROVENANCE / 2)).unwrap();
        assert_eq!(Network::read(&most.write()), Ok(most));
        for provenance in [
            "a".repeat(MOST_PROVENANCE + 1),
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
