//! Reads a file's header from its start on.

use crate::error::FormatError;
use crate::read_at::ReadAt;

/// Bytes that are read at once.
const BUFFER_BYTES: usize = 1 << 15;

/// A place in a file that moves on with each read. All numbers are little-endian.
pub(crate) struct HeaderReader<'a> {
    source: &'a dyn ReadAt,
    length: u64,
    /// The offset of the next byte.
    offset: u64,
    buffer: Vec<u8>,
    buffer_start: u64,
}

impl<'a> HeaderReader<'a> {
    pub(crate) fn new(source: &'a dyn ReadAt, length: u64) -> HeaderReader<'a> {
        HeaderReader {
            source,
            length,
            offset: 0,
            buffer: Vec::new(),
            buffer_start: 0,
        }
    }

    /// The offset of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next `N` bytes.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let mut array = [0; N];
        for byte in &mut array {
            *byte = self.byte()?;
        }
        Ok(array)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, FormatError> {
        let place = self.offset.checked_sub(self.buffer_start);
        let place = place.and_then(|place| usize::try_from(place).ok());
        let byte = match place.and_then(|place| self.buffer.get(place)) {
            Some(&byte) => byte,
            None => self.refill()?,
        };
        self.offset += 1;
        Ok(byte)
    }

    /// Reads the bytes from the offset on, and returns the first one.
    fn refill(&mut self) -> Result<u8, FormatError> {
        let left = self.length.saturating_sub(self.offset);
        let count = left.min(BUFFER_BYTES as u64) as usize;
        self.buffer.resize(count, 0);
        self.buffer_start = self.offset;
        self.source.read_exact_at(&mut self.buffer, self.offset)?;
        self.buffer.first().copied().ok_or(FormatError::Truncated {
            found: self.length,
            implied: self.offset.saturating_add(1),
        })
    }

    pub(crate) fn u16(&mut self) -> Result<u16, FormatError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, FormatError> {
        self.array().map(u32::from_le_bytes)
    }

    /// Skips a byte where the offset is odd.
    pub(crate) fn align_to_even(&mut self) -> Result<(), FormatError> {
        if !self.offset.is_multiple_of(2) {
            self.byte()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_turn_and_the_end_is_noticed() {
        let bytes: Vec<u8> = (0..40_000_u32).map(|at| at as u8).collect();
        let mut reader = HeaderReader::new(&bytes, bytes.len() as u64);
        assert_eq!(reader.byte().unwrap(), 0);
        reader.align_to_even().unwrap();
        reader.align_to_even().unwrap();
        assert_eq!(reader.u16().unwrap(), 0x0302);
        assert_eq!(reader.u32().unwrap(), 0x0706_0504);
        for at in 8..40_000_u32 {
            assert_eq!(reader.byte().unwrap(), at as u8);
        }
        assert!(matches!(
            reader.byte(),
            Err(FormatError::Truncated {
                found: 40_000,
                implied: 40_001
            })
        ));
    }
}
