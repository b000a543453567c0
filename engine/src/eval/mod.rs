//! Static evaluation, in centipawns.
//!
//! `nnue` is the network that plays, `tuned` the hand-crafted evaluation; `classic` and `presets` are
//! evaluations of published teaching programs. [`EvalConfig`] names one of them, the search calls it
//! through [`Evaluator`], and `breakdown` shows its parts. `noise` and `style` change what a weaker player, or
//! one with a liking, sees in a position. Integers only, so the score is the same on
//! every target.
//!
//! Architecture invariant: knows the rules alone.

mod breakdown;
mod classic;
mod config;
mod evaluation;
mod evaluator;
mod masks;
mod model;
pub mod nnue;
mod noise;
mod part;
mod presets;
mod style;
mod tapered;
pub mod tuned;

pub use classic::Classic;
pub use config::EvalConfig;
pub use evaluation::{Evaluation, UnknownEvaluation};
pub use evaluator::{EVAL_LIMIT, Evaluator};
pub use model::{EvalModel, SharedEval};
pub use noise::Noise;
pub use part::{Contribution, Part};
pub use style::{PlayingStyle, StyleBonus, UnknownPlayingStyle};
pub use tapered::Tapered;
pub use tuned::{Terms, Tuned};
