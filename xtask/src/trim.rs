//! Leaves out of the bundle what the page can't reach but the linker keeps.
//!
//! Leptos puts a view's asynchronous hydration into the same table as its other functions, so each
//! of them is linked. The page hydrates at once (`hydrate_body`), which never calls them; a tenth of
//! the code goes with them. Should one be called after all, the page stops with an error in the
//! console, which every browser test looks for. (Smaller
//! relatives are never called either, but the compiler folds them into functions that are.)

use std::ops::Range;

use anyhow::{Result, bail};
use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, FunctionBuilder, FunctionKind, Module, ModuleConfig};

/// In the (mangled) names of functions that nobody calls: the bodies of
/// `AnyView`'s `hydrate_async`.
const NEVER_CALLED: &str = "IntoAny$GT$8into_any13hydrate_async28_";

/// The module without the bodies of functions that are never called, and without what only they
/// needed.
///
/// # Errors
/// The module can't be read, or has no such function: then this file has outlived its use.
pub fn trim(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::from_buffer(wasm)?;
    let unused: Vec<_> = module
        .funcs
        .iter_local()
        .filter(|(id, _)| {
            let name = module.funcs.get(*id).name.as_deref();
            name.is_some_and(|name| name.contains(NEVER_CALLED))
        })
        .map(|(id, function)| (id, function.ty(), function.args.clone()))
        .collect();
    if unused.is_empty() {
        bail!("no function is called {NEVER_CALLED}: the bundle needs no trimming any more");
    }
    for (id, ty, args) in unused {
        let (params, results) = {
            let ty = module.types.get(ty);
            (ty.params().to_vec(), ty.results().to_vec())
        };
        let mut empty = FunctionBuilder::new(&mut module.types, &params, &results);
        empty.func_body().unreachable();
        module.funcs.get_mut(id).kind = FunctionKind::Local(empty.local_func(args));
    }
    walrus::passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}

/// Runs of at least this many zeros are left out: memory starts as zeros.
const ZEROS: usize = 64;

/// The module as small as it can be said: splitting writes numbers at full width, names that nobody
/// reads, and every zero of the memory.
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
    Ok(module.emit_wasm())
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
