//! Writes the bundle's modules as small as they can be said.

use std::ops::Range;

use anyhow::Result;
use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, ModuleConfig};

use crate::neighbours;

/// Runs of at least this many zeros are left out: memory starts as zeros.
const ZEROS: usize = 64;

/// The module without what splitting adds: numbers at full width, names that nobody reads, and every
/// zero of the memory.
///
/// # Errors
/// The module can't be read.
pub fn slim(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut module = ModuleConfig::new()
        .generate_name_section(false)
        .generate_producers_section(false)
        .parse(wasm)?;
    let data: Vec<_> = module
        .data
        .iter()
        .filter_map(|data| match data.kind {
            DataKind::Active {
                memory,
                offset: ConstExpr::Value(Value::I32(offset)),
            } => Some((data.id(), memory, offset as u32, data.value.clone())),
            _ => None,
        })
        .collect();
    for (id, memory, start, bytes) in data {
        let runs = runs(&bytes);
        if runs.len() == 1 && runs[0] == (0..bytes.len()) {
            continue;
        }
        module.data.delete(id);
        for run in runs {
            let offset = start + run.start as u32;
            let kind = DataKind::Active {
                memory,
                offset: ConstExpr::Value(Value::I32(offset as i32)),
            };
            let added = module.data.add(kind, bytes[run].to_vec());
            module.memories.get_mut(memory).data_segments.insert(added);
        }
    }
    neighbours::side_by_side(&module.emit_wasm())
}

/// The byte ranges between long runs of zeros.
fn runs(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
        match runs.last_mut() {
            Some(run) if at - run.end < ZEROS => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_of_zeros_are_left_out_and_short_ones_stay() {
        let mut bytes = vec![0; 300];
        bytes[0] = 1;
        bytes[10] = 2;
        bytes[200] = 3;
        assert_eq!(runs(&bytes), [0..11, 200..201]);
        assert!(runs(&[0; 500]).is_empty());
        assert_eq!(runs(&[7]), vec![0..1; 1]);
    }
}
