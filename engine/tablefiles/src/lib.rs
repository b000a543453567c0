//! Endgame tables in files, for programs: `folder` reads them, `make` solves all endings on several threads
//! and writes them, `lent_tables` are ours and Syzygy tables as one set.
//!
//! The tables themselves are in the crate `tablebase`, which knows no files.

mod folder;
mod lent_tables;
mod make;

pub use folder::{FolderError, TableFolder};
pub use lent_tables::{LentSyzygy, LentTables};
pub use make::{MadeEnding, MakeError, MakeOptions, Totals, make};
