//! The canonical prefix (Huffman) code of a part: from bits to symbols.
//!
//! Codes of one length are consecutive numbers, and so are their symbols. Longer codes are smaller when all
//! are written with their first bit at the top of a word, so the length of the next code is the first one
//! whose smallest code is not above the next bits.

use crate::error::FormatError;
use crate::header_reader::HeaderReader;

/// The most bits of a code.
pub(crate) const MAX_CODE_BITS: u8 = 32;

/// The codes of one length.
#[derive(Clone, Copy, Debug)]
struct Length {
    /// The smallest code, with its first bit at the top.
    smallest: u64,
    /// The symbol of the smallest code.
    symbol: u16,
}

/// The codes by their length.
#[derive(Debug)]
pub(crate) struct PrefixCode {
    min_bits: u8,
    /// From the shortest to the longest; the last has the smallest code 0.
    lengths: Vec<Length>,
}

impl PrefixCode {
    /// Reads the most bits, the fewest bits and the first symbol of each length.
    pub(crate) fn read(reader: &mut HeaderReader<'_>) -> Result<PrefixCode, FormatError> {
        let [max_bits, min_bits] = reader.array()?;
        if min_bits == 0 || min_bits > max_bits || max_bits > MAX_CODE_BITS {
            return Err(FormatError::Damaged("its code lengths are out of range"));
        }
        let symbols: Vec<u16> = (min_bits..=max_bits)
            .map(|_| reader.u16())
            .collect::<Result<_, _>>()?;
        PrefixCode::new(min_bits, &symbols)
    }

    /// The code of the first symbols of each length from `min_bits` on.
    fn new(min_bits: u8, symbols: &[u16]) -> Result<PrefixCode, FormatError> {
        let damaged = FormatError::Damaged("its codes do not fit their lengths");
        // From the longest down: a code that is not longer follows the last longer one, cut by a bit.
        let mut smallest = vec![0_u64; symbols.len()];
        for at in (0..symbols.len().saturating_sub(1)).rev() {
            let Some(longer) = symbols[at].checked_sub(symbols[at + 1]) else {
                return Err(damaged);
            };
            smallest[at] = (smallest[at + 1] + u64::from(longer)) / 2;
        }
        let mut lengths = Vec::new();
        for ((smallest, &symbol), bits) in smallest.into_iter().zip(symbols).zip(min_bits..) {
            if smallest >> bits != 0 {
                return Err(damaged);
            }
            lengths.push(Length {
                smallest: smallest << (64 - bits),
                symbol,
            });
        }
        Ok(PrefixCode { min_bits, lengths })
    }

    /// The symbol and the number of bits of the code at the top of `bits`. The symbol may be one that the
    /// file does not have.
    #[inline]
    pub(crate) fn decode(&self, bits: u64) -> (usize, u8) {
        let mut count = self.min_bits;
        for length in &self.lengths {
            if bits >= length.smallest {
                let above = (bits - length.smallest) >> (64 - count);
                return (usize::from(length.symbol) + above as usize, count);
            }
            count += 1;
        }
        // Not reached: the longest length has the smallest code 0.
        (usize::MAX, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lengths 1, 3, 3, 2: codes 1, 000, 001, 01. Symbols by falling length.
    #[test]
    fn codes_of_each_length_are_told_apart() {
        let code = PrefixCode::new(1, &[3, 2, 0]).unwrap();
        let top = |bits: u64, count: u32| bits << (64 - count);
        for (bits, count, symbol) in [(0b1, 1, 3), (0b01, 2, 2), (0b000, 3, 0), (0b001, 3, 1)] {
            for rest in [0, top(1, count) - 1] {
                assert_eq!(code.decode(top(bits, count) | rest), (symbol, count as u8));
            }
        }
    }

    #[test]
    fn impossible_codes_are_refused() {
        assert!(PrefixCode::new(1, &[0, 1]).is_err());
        assert!(PrefixCode::new(1, &[9, 0]).is_err());
        assert!(PrefixCode::new(1, &[0]).is_ok());
    }
}
