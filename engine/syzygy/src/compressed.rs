//! The header of a part's values: one value for all placements, or blocks of compressed ones.

use crate::error::FormatError;
use crate::header_reader::HeaderReader;
use crate::prefix_code::PrefixCode;
use crate::symbols::Symbols;

/// The flag of a part whose placements all have one value.
const SINGLE_VALUE: u8 = 0x80;
/// Bytes of an entry of the sparse index: a block and a place in it.
pub(crate) const SPARSE_ENTRY_BYTES: u64 = 6;
/// Bytes of the length of a block.
pub(crate) const BLOCK_LENGTH_BYTES: u64 = 2;

/// The values of a part.
#[derive(Debug)]
pub(crate) enum Values {
    /// All placements have this one.
    Single(u16),
    Compressed(Box<Compressed>),
}

/// What is needed to find and decode blocks.
#[derive(Debug)]
pub(crate) struct Compressed {
    /// The number of placements.
    pub(crate) size: u64,
    /// Logarithm of a block's bytes.
    pub(crate) block_bits: u8,
    /// Logarithm of the placements between two entries of the sparse index.
    pub(crate) span_bits: u8,
    /// The number of blocks with data.
    pub(crate) blocks: u64,
    /// The number of block lengths, which is that of the blocks or a few more.
    pub(crate) block_lengths: u64,
    pub(crate) code: PrefixCode,
    pub(crate) symbols: Symbols,
    /// Where in the file the sparse index, the block lengths and the blocks begin.
    pub(crate) sparse_start: u64,
    pub(crate) lengths_start: u64,
    pub(crate) data_start: u64,
}

impl Values {
    /// Reads the header of a part with `size` placements, and its flags. The places of the arrays are set
    /// when all headers are read. A single value stands in WDL files only.
    pub(crate) fn read(
        reader: &mut HeaderReader<'_>,
        size: u64,
        is_wdl: bool,
    ) -> Result<(Values, u8), FormatError> {
        let [flags, block_bits] = reader.array()?;
        if flags & SINGLE_VALUE != 0 {
            // The second byte is the value, or in DTZ files padding.
            let value = if is_wdl { block_bits } else { 0 };
            return Ok((Values::Single(value.into()), flags));
        }
        let [span_bits, more_lengths] = reader.array()?;
        let blocks = u64::from(reader.u32()?);
        // The files have blocks of 32 to 1,024 bytes, and spans of a few thousand.
        if !(3..=15).contains(&block_bits) || !(1..=32).contains(&span_bits) {
            return Err(FormatError::Damaged(
                "the size of its blocks is out of range",
            ));
        }
        if blocks == 0 {
            return Err(FormatError::Damaged("it has no blocks"));
        }
        let compressed = Compressed {
            size,
            block_bits,
            span_bits,
            blocks,
            block_lengths: blocks + u64::from(more_lengths),
            code: PrefixCode::read(reader)?,
            symbols: Symbols::read(reader)?,
            sparse_start: 0,
            lengths_start: 0,
            data_start: 0,
        };
        Ok((Values::Compressed(Box::new(compressed)), flags))
    }

    /// The compressed values.
    pub(crate) fn compressed(&self) -> Option<&Compressed> {
        match self {
            Values::Single(_) => None,
            Values::Compressed(compressed) => Some(compressed),
        }
    }

    /// The compressed values.
    pub(crate) fn compressed_mut(&mut self) -> Option<&mut Compressed> {
        match self {
            Values::Single(_) => None,
            Values::Compressed(compressed) => Some(compressed),
        }
    }
}

impl Compressed {
    /// Bytes of the sparse index.
    pub(crate) fn sparse_bytes(&self) -> u64 {
        self.size
            .div_ceil(1 << self.span_bits)
            .saturating_mul(SPARSE_ENTRY_BYTES)
    }

    /// Bytes of the block lengths.
    pub(crate) fn length_bytes(&self) -> u64 {
        self.block_lengths.saturating_mul(BLOCK_LENGTH_BYTES)
    }

    /// Bytes of the blocks.
    pub(crate) fn data_bytes(&self) -> u64 {
        self.blocks << self.block_bits
    }
}
