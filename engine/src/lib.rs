//! Ponder's engine: the rules of chess, evaluation, search and the players made of them.
//!
//! Pure: no files, sockets or threads. Everything that the outside world owns (time, a stop flag,
//! randomness) is lent by the caller, so the same code gives the same answers in the browser, on
//! the server and on the command line.

mod bench;
pub mod eval;
pub mod player;
pub mod rules;
pub mod search;
pub mod uci;

pub use bench::{BenchResult, bench};

/// The engine's name and version, as it introduces itself.
pub const NAME: &str = concat!("ponder ", env!("CARGO_PKG_VERSION"));

/// The generator behind everything that draws lots: one algorithm on 32 and 64 bits.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A generator that starts from `seed`.
#[must_use]
pub fn rng(seed: u64) -> Rng {
    rand::SeedableRng::seed_from_u64(seed)
}
