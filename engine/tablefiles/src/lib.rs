//! Endgame tables in files, for programs: `folder` reads them, `make` solves all endings on several threads
//! and writes them.
//!
//! The tables themselves are in the crate `tablebase`, which knows no files.

mod folder;
mod make;

pub use folder::{FolderError, TableFolder};
pub use make::{MadeEnding, MakeError, MakeOptions, Totals, make};
