//! Endgame tables on the server. `sets` are the tables that searches are lent, `maker` reads or makes them in
//! the background, `syzygy_files` opens Syzygy tables, `lookup` answers the API, and `files` serves ours to the
//! page.

pub mod files;
pub mod handlers;
mod lookup;
mod maker;
pub mod sets;
pub mod syzygy_files;

pub use maker::TableMaker;
