//! Finds and decodes the blocks of a part.

use crate::compressed::{BLOCK_LENGTH_BYTES, Compressed, SPARSE_ENTRY_BYTES};
use crate::error::FormatError;
use crate::page_cache::PageCursor;
use crate::prefix_code::PrefixCode;
use crate::symbols::Symbols;

/// The value of a placement, by its number.
pub(crate) fn value_at(
    values: &Compressed,
    file: &mut PageCursor<'_>,
    index: u64,
) -> Result<u16, FormatError> {
    if index >= values.size {
        return Err(FormatError::Damaged("a placement is out of range"));
    }
    let (block, place) = find_block(values, file, index)?;
    if block >= values.blocks {
        return Err(FormatError::Damaged("its index leads beyond its blocks"));
    }
    let start = values.data_start + (block << values.block_bits);
    let decode = |bytes: &[u8]| decode_value(values, bytes, place);
    file.with_bytes(start, 1 << values.block_bits, decode)?
}

/// The block of a placement, and the place in it. The sparse index has the block and place of the
/// placement in the middle of each span.
fn find_block(
    values: &Compressed,
    file: &mut PageCursor<'_>,
    index: u64,
) -> Result<(u64, u32), FormatError> {
    let span = 1_i64 << values.span_bits;
    let entry = values.sparse_start + (index >> values.span_bits) * SPARSE_ENTRY_BYTES;
    let [b0, b1, b2, b3, p0, p1] = file.array(entry)?;
    let mut block = u64::from(u32::from_le_bytes([b0, b1, b2, b3]));
    let middle = i64::from(u16::from_le_bytes([p0, p1]));
    let mut place = (index & (span as u64 - 1)) as i64 - span / 2 + middle;
    let mut values_of = |block: u64| block_values(values, file, block).map(i64::from);
    while place < 0 {
        block = block
            .checked_sub(1)
            .ok_or(FormatError::Damaged("its index leads before its blocks"))?;
        place += values_of(block)?;
    }
    loop {
        let count = values_of(block)?;
        if place < count {
            // Below the number of a block's values, at most 65,536.
            return Ok((block, place as u32));
        }
        place -= count;
        block += 1;
    }
}

/// The number of values of a block, 1 to 65,536.
pub(crate) fn block_values(
    values: &Compressed,
    file: &mut PageCursor<'_>,
    block: u64,
) -> Result<u32, FormatError> {
    if block >= values.block_lengths {
        return Err(FormatError::Damaged("its index leads beyond its blocks"));
    }
    let length = file.array(values.lengths_start + block * BLOCK_LENGTH_BYTES)?;
    Ok(u32::from(u16::from_le_bytes(length)) + 1)
}

/// The value at a place of a block.
fn decode_value(values: &Compressed, bytes: &[u8], mut place: u32) -> Result<u16, FormatError> {
    let mut codes = BlockSymbols::new(values, bytes);
    loop {
        let (symbol, count) = codes.next_symbol().map_err(FormatError::Damaged)?;
        if place < count {
            let value = values.symbols.value(symbol, place);
            return value.ok_or(FormatError::Damaged("a symbol is out of range"));
        }
        place -= count;
    }
}

/// The symbols of a block, in turn.
pub(crate) struct BlockSymbols<'a> {
    code: &'a PrefixCode,
    symbols: &'a Symbols,
    bytes: &'a [u8],
    /// The number of bits that were read.
    bit: usize,
}

impl<'a> BlockSymbols<'a> {
    pub(crate) fn new(values: &'a Compressed, bytes: &'a [u8]) -> BlockSymbols<'a> {
        BlockSymbols {
            code: &values.code,
            symbols: &values.symbols,
            bytes,
            bit: 0,
        }
    }

    /// The next symbol and its number of values; an error if the block ends, or has no such symbol.
    #[inline]
    pub(crate) fn next_symbol(&mut self) -> Result<(usize, u32), &'static str> {
        let (symbol, bits) = self.code.decode(self.next_bits());
        self.bit += usize::from(bits);
        if self.bit > self.bytes.len() * 8 {
            return Err("a block ends early");
        }
        let count = self.symbols.values(symbol);
        count
            .map(|count| (symbol, count))
            .ok_or("a code has no symbol")
    }

    /// The next bits at the top of a word, at least 57 of them; zeros follow the block.
    #[inline]
    fn next_bits(&self) -> u64 {
        let rest = self.bytes.get(self.bit / 8..).unwrap_or_default();
        let word = match rest.first_chunk() {
            Some(&bytes) => u64::from_be_bytes(bytes),
            None => {
                let mut bytes = [0; 8];
                bytes[..rest.len()].copy_from_slice(rest);
                u64::from_be_bytes(bytes)
            }
        };
        word << (self.bit % 8)
    }
}
