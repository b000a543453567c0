//! What the fuzz targets demand of the engine, as plain functions of a text or of bytes.
//!
//! `fuzz_targets/` hands them to libFuzzer, one file each; the tests of `ponder` run them on `seeds/`,
//! where every input that once failed is kept.

pub mod fen;
mod search;
pub mod syzygy_file;
pub mod table_file;
pub mod uci_line;
pub mod uci_session;
