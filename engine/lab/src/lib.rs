//! What makes and measures the engine: matches, games to learn from, training, fitting and
//! tuning.
//!
//! Architecture invariant: pure, as `engine` is. No files, processes, threads or clock of its own;
//! everything compiles for wasm32-unknown-unknown. Callers bring those: the `ponder` program, and
//! pages that hold tournaments or train.
//!
//! Architecture invariant: `engine` does not know this crate, and nothing that only plays needs it.
//! Nor is UCI known here: a UCI program is one more [`arena::MatchPlayer`], which `ponder` implements.

pub mod arena;
pub mod bets;
pub mod claims;
pub mod datagen;
pub mod dojo;
pub mod errors;
pub mod fit;
mod golden_section;
mod knowledge;
mod learning_experiment;
pub mod learning_network;
mod level_scale;
mod random_game;
pub mod rating_simulation;
mod style_figures;
mod td_lambda;
pub mod train;
pub mod tune;
mod wdl_fit;

pub use golden_section::golden_section;
pub use knowledge::{Knowledge, learn_game, playing};
pub use learning_experiment::{LearningExperiment, TestResult};
pub use level_scale::{LevelMatches, LevelScale, LevelWorth, MindAtLevel, intuition};
pub use style_figures::StyleFigures;
pub use wdl_fit::{WdlFit, WdlSamples};
