//! `loops`: which files of a crate import each other in a cycle.
//!
//! A file imports another where a path in it names something that the other defines. A name that came
//! by a `pub use` counts as its definer's, and the `pub use` itself for nothing. Tests may import
//! anything and are left out.

mod graph;
pub mod source;

use std::{collections::BTreeSet, path::Path};

use anyhow::{Result, bail};

use graph::cycles;
use source::Crate;

/// The crates, with the number of their files in cycles. The numbers only go down.
const CRATES: [(&str, usize); 9] = [
    ("app", 0),
    ("app/client", 0),
    ("app/wire", 0),
    ("engine", 0),
    ("engine/cli", 0),
    ("engine/lab", 0),
    ("server", 0),
    ("tests", 0),
    ("xtask", 0),
];

/// Prints the cycles of each crate.
///
/// # Errors
/// The number of a crate's files in cycles is not its limit.
pub fn loops() -> Result<()> {
    let mut too_many = Vec::new();
    for (name, allowed) in CRATES {
        let read = Crate::read(&Path::new(name).join("src"))?;
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
        if files != allowed {
            too_many.push(format!("{name}: expected {allowed}, found {files}"));
        }
    }
    match too_many.is_empty() {
        true => Ok(()),
        false => bail!("files in cycles: {}", too_many.join("; ")),
    }
}
