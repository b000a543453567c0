//! The symbols of a part: each stands for a value, or for two other symbols (Re-Pair compression).

use crate::error::FormatError;
use crate::header_reader::HeaderReader;

/// The second symbol that marks a single value.
const SINGLE_VALUE: u16 = 0xfff;
/// A symbol has no more values than a block.
const MAX_VALUES: u32 = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symbol {
    /// The first symbol, or the value.
    first: u16,
    second: u16,
    /// The number of values, minus one; 0 for a single value.
    more_values: u16,
}

/// All symbols by their numbers. No symbol stands in itself.
#[derive(Debug)]
pub(crate) struct Symbols(Vec<Symbol>);

impl Symbols {
    /// Reads the number of symbols, and for each two numbers of twelve bits.
    pub(crate) fn read(reader: &mut HeaderReader<'_>) -> Result<Symbols, FormatError> {
        let count = reader.u16()?;
        let mut symbols = Vec::new();
        for _ in 0..count {
            let [low, middle, high] = reader.array().map(|bytes: [u8; 3]| bytes.map(u16::from))?;
            symbols.push(Symbol {
                first: (middle & 0xf) << 8 | low,
                second: high << 4 | middle >> 4,
                more_values: 0,
            });
        }
        reader.align_to_even()?;
        let mut symbols = Symbols(symbols);
        symbols.count_values()?;
        Ok(symbols)
    }

    /// Counts the values of all symbols, those of parts before those of pairs.
    fn count_values(&mut self) -> Result<(), FormatError> {
        #[derive(Clone, Copy, PartialEq)]
        enum Progress {
            Unknown,
            Open,
            Counted,
        }
        let mut states = vec![Progress::Unknown; self.0.len()];
        let mut path = Vec::new();
        for start in 0..self.0.len() {
            path.push(start);
            while let Some(&at) = path.last() {
                let symbol = self.0[at];
                if states[at] == Progress::Counted || symbol.second == SINGLE_VALUE {
                    states[at] = Progress::Counted;
                    path.pop();
                    continue;
                }
                let parts = [symbol.first, symbol.second].map(usize::from);
                if parts.iter().any(|&part| part >= self.0.len()) {
                    return Err(FormatError::Damaged("a symbol is out of range"));
                }
                if let Some(&part) = parts
                    .iter()
                    .find(|&&part| states[part] != Progress::Counted)
                {
                    // An open part is on the path to itself.
                    if states[part] == Progress::Open || part == at {
                        return Err(FormatError::Damaged("its symbols form a loop"));
                    }
                    states[at] = Progress::Open;
                    path.push(part);
                    continue;
                }
                let values = parts.map(|part| u32::from(self.0[part].more_values) + 1);
                let sum = values[0] + values[1];
                if sum > MAX_VALUES {
                    return Err(FormatError::Damaged("a symbol is longer than a block"));
                }
                self.0[at].more_values = (sum - 1) as u16;
                states[at] = Progress::Counted;
                path.pop();
            }
        }
        Ok(())
    }

    /// For each symbol the highest of its values.
    pub(crate) fn max_values(&self) -> Vec<u16> {
        let mut max_values: Vec<u16> = self.0.iter().map(|symbol| symbol.first).collect();
        // Parts have fewer values than pairs, so they come first.
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        order.sort_by_key(|&at| self.0[at].more_values);
        for at in order {
            let symbol = self.0[at];
            if symbol.more_values > 0 {
                let parts = [symbol.first, symbol.second].map(usize::from);
                max_values[at] = max_values[parts[0]].max(max_values[parts[1]]);
            }
        }
        max_values
    }

    /// The number of values of a symbol; `None` if there is no such symbol.
    #[inline]
    pub(crate) fn values(&self, symbol: usize) -> Option<u32> {
        Some(u32::from(self.0.get(symbol)?.more_values) + 1)
    }

    /// The value of a symbol at a place below its number of values.
    #[inline]
    pub(crate) fn value(&self, symbol: usize, mut place: u32) -> Option<u16> {
        let mut symbol = self.0.get(symbol)?;
        // The parts of a symbol have fewer values, so the loop ends.
        while symbol.more_values > 0 {
            let first = self.0.get(usize::from(symbol.first))?;
            let values = u32::from(first.more_values) + 1;
            if place < values {
                symbol = first;
            } else {
                place -= values;
                symbol = self.0.get(usize::from(symbol.second))?;
            }
        }
        Some(symbol.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(u16, u16)]) -> Result<Symbols, FormatError> {
        let mut bytes = (pairs.len() as u16).to_le_bytes().to_vec();
        for (first, second) in pairs {
            let packed = u32::from(*second) << 12 | u32::from(*first);
            bytes.extend(&packed.to_le_bytes()[..3]);
        }
        bytes.push(0);
        Symbols::read(&mut HeaderReader::new(&bytes, bytes.len() as u64))
    }

    #[test]
    fn pairs_are_expanded_in_any_order() {
        let symbols = read(&[(1, 2), (3, 2), (4, SINGLE_VALUE), (0x10a, SINGLE_VALUE)]).unwrap();
        assert_eq!(symbols.values(0), Some(3));
        let values: Vec<_> = (0..3).map(|place| symbols.value(0, place)).collect();
        assert_eq!(values, [Some(0x10a), Some(4), Some(4)]);
        assert_eq!(symbols.value(4, 0), None);
        assert_eq!(symbols.max_values(), [0x10a, 0x10a, 4, 0x10a]);
    }

    #[test]
    fn loops_and_strangers_are_refused() {
        for pairs in [
            &[(0, 0)][..],
            &[(1, 1), (0, 0)],
            &[(1, 2), (2, 2), (1, 1)],
            &[(9, 0)],
            &[(0, 9)],
        ] {
            assert!(read(pairs).is_err(), "{pairs:?}");
        }
        // Each symbol twice the one before: two to the power of 4,000 values.
        let mut doubled = vec![(1, SINGLE_VALUE)];
        doubled.extend((0..4000).map(|at| (at, at)));
        assert!(read(&doubled).is_err());
        doubled.truncate(17);
        assert_eq!(read(&doubled).unwrap().values(16), Some(1 << 16));
    }
}
