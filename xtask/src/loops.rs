//! `loops`: which files of a crate import each other in a cycle.
//!
//! A file imports another where a path in it names something that the other defines. A name that came
//! by a `pub use` counts as its definer's, and the `pub use` itself for nothing where its file does not
//! use the name. Tests may import anything and are left out.

mod graph;
pub mod source;

use std::{collections::BTreeSet, path::Path};

use anyhow::{Result, bail};

use crate::tools;
use graph::cycles;
use source::Crate;

/// Prints the cycles of each crate.
///
/// # Errors
/// A crate has files in cycles, or a file cannot be read.
pub fn loops() -> Result<()> {
    let mut in_cycles = Vec::new();
    for name in tools::workspace_members()? {
        let read = Crate::read(&Path::new(&name).join("src"))?;
        let imports = read.imports();
        let edges: Vec<BTreeSet<usize>> = imports
            .iter()
            .map(|imported| imported.keys().copied().collect())
            .collect();
        let cycles = cycles(&edges);
        let files: usize = cycles.iter().map(Vec::len).sum();
        println!(
            "{name}: {files} of {} files in {} cycles",
            read.files(),
            cycles.len()
        );
        for cycle in &cycles {
            let names: Vec<String> = cycle.iter().map(|&file| read.path(file)).collect();
            println!("  {}: {}", cycle.len(), names.join(", "));
            for &from in cycle {
                for (to, path) in imports[from].iter().filter(|(to, _)| cycle.contains(to)) {
                    println!("    {} imports {}: {path}", read.path(from), read.path(*to));
                }
            }
        }
        if files > 0 {
            in_cycles.push(format!("{name}: {files}"));
        }
    }
    match in_cycles.is_empty() {
        true => Ok(()),
        false => bail!("files in cycles: {}", in_cycles.join("; ")),
    }
}
