//! Numbers in bytes: seven bits a byte, the lowest first, the top bit where more follow.

use super::error::StoredReviewError::{self, Unreadable};

/// A number takes at most this many bytes.
const MAX_NUMBER_BYTES: u32 = 4;

pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number as u8 & 0x7f | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Bytes that are left to be read.
pub(super) struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], StoredReviewError> {
        let (&first, rest) = self.0.split_first_chunk().ok_or(Unreadable)?;
        self.0 = rest;
        Ok(first)
    }

    pub(super) fn byte(&mut self) -> Result<u8, StoredReviewError> {
        self.array().map(|[byte]| byte)
    }

    pub(super) fn number(&mut self) -> Result<u32, StoredReviewError> {
        let mut number = 0;
        for index in 0..MAX_NUMBER_BYTES {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f) << (7 * index);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_what_is_cut_off_or_too_long_is_refused() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, (1 << 28) - 1];
        let mut bytes = Vec::new();
        numbers
            .iter()
            .for_each(|&number| push_number(&mut bytes, number));
        let mut reader = ByteReader::new(&bytes);
        for number in numbers {
            assert_eq!(reader.number(), Ok(number));
        }
        assert!(reader.is_empty());
        assert_eq!(reader.byte(), Err(Unreadable));
        assert_eq!(ByteReader::new(&[0x80]).number(), Err(Unreadable));
        assert_eq!(ByteReader::new(&[0xff; 8]).number(), Err(Unreadable));
        assert_eq!(ByteReader::new(&[1; 7]).array::<8>(), Err(Unreadable));
    }
}
