//! Ponder's engine: the rules of chess, evaluation, search and the players made of them.
//!
//! Pure: no files, sockets or threads. Everything that the outside world owns (time, a stop flag,
//! randomness) is lent by the caller, so the same code gives the same answers in the browser, on
//! the server and on the command line.
//!
//! ```
//! use engine::player::{Calculator, Control, NeverStop, Player, StoppedClock};
//! use engine::rules::Game;
//! use engine::search::{Score, SearchLimits};
//!
//! let game = Game::from_fen("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1").unwrap();
//! let mut control = Control {
//!     clock: &StoppedClock,
//!     stop: &NeverStop,
//!     report: &mut |_| {},
//!     rng: engine::rng(0),
//! };
//! let decision = Calculator::new(16).choose(&game, &SearchLimits::depth(3), &mut control);
//! assert_eq!(decision.mv.unwrap().to_string(), "e1e8");
//! assert_eq!(decision.lines[0].score, Score::Mate(1));
//! ```

mod bench;
pub mod book;
pub mod checksum;
pub mod control;
pub mod eval;
pub mod explain;
pub mod learning;
pub mod mcts;
pub mod player;
pub mod rules;
pub mod search;
pub mod short;
pub mod teaching;

pub use bench::{BenchResult, POSITIONS as BENCH_POSITIONS, bench, scores as bench_scores};

/// The engine's name and version, as it introduces itself.
pub const NAME: &str = concat!("ponder ", env!("CARGO_PKG_VERSION"));

/// The generator behind everything that draws lots: one algorithm on 32 and 64 bits.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// A generator that starts from `seed`.
#[must_use]
pub fn rng(seed: u64) -> Rng {
    rand::SeedableRng::seed_from_u64(seed)
}
