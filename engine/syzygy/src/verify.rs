//! Reads a file whole and decodes every block.

use crate::block::BlockSymbols;
use crate::compressed::{BLOCK_LENGTH_BYTES, Compressed, SPARSE_ENTRY_BYTES};
use crate::error::FormatError;
use crate::header::{SubTable, TableKind};
use crate::read_at::ReadAt;
use crate::table::TableFile;

/// Bytes that are read at once.
const BUFFER_BYTES: u64 = 1 << 20;
/// The results that a WDL file may have.
const RESULTS: u16 = 5;

/// Checks what a file has: the header, the index and every block. The checksum at its end is not read.
pub(crate) fn verify_file(file: &TableFile) -> Result<(), FormatError> {
    let header = file.read_header()?;
    for (number, part) in header.parts.iter().enumerate() {
        verify_part(file, number, part)?;
    }
    Ok(())
}

fn verify_part(file: &TableFile, number: usize, part: &SubTable) -> Result<(), FormatError> {
    let max_value = match file.kind {
        TableKind::Wdl => RESULTS - 1,
        TableKind::Dtz => {
            let mapped = part.dtz_map.as_ref().and_then(|map| map.mapped_values());
            let last = mapped.map_or(usize::from(u16::MAX), |count| count.saturating_sub(1));
            u16::try_from(last).unwrap_or(u16::MAX)
        }
    };
    let Some(values) = part.values.compressed() else {
        return Ok(());
    };
    let mut blocks = BlockChecker::new(values, &*file.source, max_value);
    for block in 0..values.blocks {
        blocks.check(block).map_err(|error| match error {
            FormatError::Damaged(reason) => FormatError::Block {
                part: number,
                block,
                reason,
            },
            error => error,
        })?;
    }
    if blocks.first_placement != values.size {
        return Err(FormatError::Damaged(
            "its blocks do not have a value for each placement",
        ));
    }
    Ok(())
}

/// Checks the blocks of a part in turn.
struct BlockChecker<'a> {
    values: &'a Compressed,
    max_values: Vec<u16>,
    max_value: u16,
    sparse: Stream<'a>,
    lengths: Stream<'a>,
    data: Stream<'a>,
    /// The placement with which the next block begins.
    first_placement: u64,
    /// The placement of the next entry of the sparse index.
    next_entry: u64,
}

impl<'a> BlockChecker<'a> {
    fn new(values: &'a Compressed, source: &'a dyn ReadAt, max_value: u16) -> BlockChecker<'a> {
        let stream = |start, bytes| Stream::new(source, start, bytes);
        BlockChecker {
            values,
            max_values: values.symbols.max_values(),
            max_value,
            sparse: stream(values.sparse_start, values.sparse_bytes()),
            lengths: stream(values.lengths_start, values.length_bytes()),
            data: stream(values.data_start, values.data_bytes()),
            first_placement: 0,
            next_entry: 1 << (values.span_bits - 1),
        }
    }

    fn check(&mut self, block: u64) -> Result<(), FormatError> {
        let length = self.lengths.next(BLOCK_LENGTH_BYTES as usize)?;
        let count = match length {
            [low, high] => u64::from(u16::from_le_bytes([*low, *high])) + 1,
            _ => return Err(FormatError::Damaged("it ends early")),
        };
        let end = self.first_placement + count;
        self.check_index(block, end)?;
        let bytes = self.data.next(1 << self.values.block_bits)?;
        let mut symbols = BlockSymbols::new(self.values, bytes);
        // The last symbol may have more values than are left: one with a shorter code that begins alike.
        let mut decoded = 0;
        while decoded < count {
            let (symbol, values) = symbols.next_symbol().map_err(FormatError::Damaged)?;
            if self.max_values.get(symbol) > Some(&self.max_value) {
                return Err(FormatError::Damaged("a value is out of range"));
            }
            decoded += u64::from(values);
        }
        self.first_placement = end;
        Ok(())
    }

    /// Compares the entries of the sparse index that lie in a block, which ends before the placement `end`.
    fn check_index(&mut self, block: u64, end: u64) -> Result<(), FormatError> {
        while self.next_entry < end.min(self.values.size) {
            let entry = self.sparse.next(SPARSE_ENTRY_BYTES as usize)?;
            let place = self.next_entry - self.first_placement;
            let expected = block | place << 32;
            let mut found = [0; 8];
            found[..entry.len()].copy_from_slice(entry);
            if u64::from_le_bytes(found) != expected {
                return Err(FormatError::Damaged("its index leads to another block"));
            }
            self.next_entry = self.next_entry.saturating_add(1 << self.values.span_bits);
        }
        Ok(())
    }
}

/// An array of a file that is read from its start to its end.
struct Stream<'a> {
    source: &'a dyn ReadAt,
    offset: u64,
    end: u64,
    buffer: Vec<u8>,
    /// How much of the buffer was given out.
    used: usize,
}

impl<'a> Stream<'a> {
    fn new(source: &'a dyn ReadAt, start: u64, bytes: u64) -> Stream<'a> {
        Stream {
            source,
            offset: start,
            end: start.saturating_add(bytes),
            buffer: Vec::new(),
            used: 0,
        }
    }

    /// The next `count` bytes.
    fn next(&mut self, count: usize) -> Result<&[u8], FormatError> {
        if self.buffer.len() - self.used < count {
            self.buffer.drain(..self.used);
            self.used = 0;
            let held = self.buffer.len();
            let more = (self.end - self.offset).min(BUFFER_BYTES) as usize;
            self.buffer.resize(held + more, 0);
            self.source
                .read_exact_at(&mut self.buffer[held..], self.offset)?;
            self.offset += more as u64;
        }
        let start = self.used;
        self.used += count;
        self.buffer
            .get(start..self.used)
            .ok_or(FormatError::Damaged("it ends early"))
    }
}
