//! What makes and measures the engine: matches, games to learn from, training and fitting.
//!
//! Architecture invariant: pure, as `engine` is. No files, processes, threads or clock of its own;
//! everything compiles for wasm32-unknown-unknown. Callers bring those: the `ponder` program, and
//! pages that hold tournaments or train.
//!
//! Architecture invariant: `engine` does not know this crate, and nothing that only plays needs it.
//! UCI is not known here either: an engine behind a pipe is one more [`arena::Contestant`], which
//! `ponder` implements.

pub mod arena;
mod course;
pub mod datagen;
pub mod fit;
mod golden;
pub mod train;

pub use course::{Course, Mark};
pub use golden::golden_section;
