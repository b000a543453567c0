//! `loops`: which files of a crate import each other in a circle.
//!
//! A file imports another where a path in it names something that the other defines. A name that came
//! by a `pub use` counts as its definer's, and the `pub use` itself for nothing. Tests may import
//! anything and are left out.

mod graph;
mod source;

use std::path::Path;

use anyhow::{Result, bail};

use graph::circles;
use source::Crate;

/// The crates, and how many of their files may lie in circles. The numbers only go down.
const CRATES: [(&str, usize); 9] = [
    ("app", 0),
    ("app/client", 0),
    ("app/wire", 0),
    ("engine", 40),
    ("engine/cli", 0),
    ("engine/lab", 0),
    ("server", 63),
    ("tests", 25),
    ("xtask", 0),
];

/// Prints the circles of each crate.
///
/// # Errors
/// A crate has not as many files in circles as it is said to have.
pub fn loops() -> Result<()> {
    let mut too_many = Vec::new();
    for (name, allowed) in CRATES {
        let read = Crate::read(&Path::new(name).join("src"))?;
        let circles = circles(&read.imports());
        let files: usize = circles.iter().map(Vec::len).sum();
        println!(
            "{name}: {files} of {} files in {} circles",
            read.files(),
            circles.len()
        );
        for circle in &circles {
            let names: Vec<String> = circle.iter().map(|&file| read.path(file)).collect();
            println!("  {}: {}", circle.len(), names.join(", "));
        }
        if files != allowed {
            too_many.push(format!("{name}: expected {allowed}, found {files}"));
        }
    }
    match too_many.is_empty() {
        true => Ok(()),
        false => bail!("files in circles: {}", too_many.join("; ")),
    }
}
