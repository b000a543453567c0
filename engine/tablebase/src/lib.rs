//! Endgame tables: for each position of an ending whether it is won, drawn or lost, and in how many
//! plies.
//!
//! Made: `ending`, `symmetry`, `layout`, `board`, `retrograde`, `solved`, in this order; checked by the rules in `check`. Written and read:
//! `neighbours`, `range_coder`, `wdl_table`, `distance_table`, `file`. Probed: `table`, `tables`, and
//! `root` at the root of a search. Counted: `spread`, how far
//! from mate all positions of an ending are.
//!
//! Architecture invariant: pure, as `engine` is. No files, threads or clock of its own; everything
//! compiles for wasm32-unknown-unknown.
//!
//! Architecture invariant: `engine` does not know this crate; a search is lent tables through
//! [`engine::tables::EndgameTables`].

mod board;
mod check;
mod distance_table;
mod ending;
mod file;
mod layout;
mod neighbours;
mod range_coder;
mod retrograde;
mod root;
mod solved;
mod spread;
mod symmetry;
mod table;
mod tables;
mod value;
mod wdl_table;

pub use check::WrongEntry;
pub use ending::{Ending, MAX_MEN};
pub use file::TableFileError;
pub use root::{SolvedMove, choose_by_tables, solved_moves};
pub use solved::{Counts, Solved, SolvedEnding, three_men};
pub use spread::Spread;
pub use table::{EndingTable, TableKind};
pub use tables::Tables;
