//! Syzygy endgame tablebases of three to seven men: win, draw or loss under the fifty-move rule (WDL,
//! `*.rtbw`) and the distance to the next capture or pawn move (DTZ, `*.rtbz`).
//!
//! Layers, each of which imports only those before it: errors and results (`error`, `wdl`, `material`);
//! access to bytes (`read_at`, `file_pool`, `page_cache`); a placement's number (`squares`,
//! `arrangement`, `placement_index`); a file's header (`header_reader`, `prefix_code`, `symbols`,
//! `compressed`, `dtz_map`, `header`); its values (`block`, `table`); its soundness (`verify`); a
//! set of files (`tables`, `folders`); chess on top (`probe_wdl`, `probe_dtz`, `root`, `syzygy`).
//!
//! Architecture invariant: any bytes may stand in a file. They give a [`FileProblem`], a
//! [`ProbeError`] or some value, never a panic, an endless loop or an allocation larger than the file.
//!
//! Architecture invariant: no memory maps; files are read by position through a bounded cache, and no
//! more than a bounded number of them is open.
//!
//! ```
//! use engine::rules::Position;
//! use syzygy::{Syzygy, SyzygyOptions, SyzygyWdl};
//!
//! let (tables, problems) = Syzygy::open(&[], &SyzygyOptions::default());
//! assert!(problems.is_empty());
//! assert_eq!(tables.men(), 0);
//!
//! let kings = Position::from_fen("8/8/4k3/8/8/4K3/8/8 w - - 0 1").unwrap();
//! assert_eq!(tables.wdl(&kings), Ok(Some(SyzygyWdl::Draw)));
//! let queen = Position::from_fen("8/8/4k3/8/8/4K3/8/7Q w - - 0 1").unwrap();
//! assert_eq!(tables.wdl(&queen), Ok(None));
//! ```

mod arrangement;
mod block;
mod compressed;
mod dtz_map;
mod error;
mod file_pool;
mod folders;
mod header;
mod header_reader;
mod material;
mod page_cache;
mod placement_index;
#[cfg(test)]
mod placement_tests;
mod prefix_code;
mod probe_dtz;
mod probe_wdl;
mod read_at;
mod root;
mod squares;
mod symbols;
#[cfg(test)]
mod synthetic;
#[cfg(test)]
mod synthetic_tests;
#[allow(clippy::module_inception)] // the crate's main type has the crate's name
mod syzygy;
mod table;
mod tables;
mod verify;
mod wdl;

pub use error::{FileProblem, FormatError, ProbeError};
pub use read_at::ReadAt;
pub use root::RankedMove;
pub use syzygy::{Syzygy, SyzygyOptions};
pub use wdl::SyzygyWdl;
