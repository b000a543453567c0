//! Ponder's engine: the rules of chess, evaluation, search and the players made of them.
//!
//! Layers, each of which knows those before it only: [`rules`]; [`sight`]; [`control`], [`tables`], [`eval`],
//! [`book`], [`learning`]; [`search`]; [`player`] with [`mcts`] and [`teaching`], whose searches are players of
//! their own; [`explain`]; [`exercises`].
//!
//! Architecture invariant: pure. No files, sockets, threads or clock of its own; the caller lends
//! clock, stop flag and random generator, so the same code gives the same answers in the browser, on
//! the server and on the command line.
//!
//! Architecture invariant: one thread, limited by depth or nodes, is deterministic on every target.
//!
//! Architecture invariant: no file imports another one in a loop (`cargo xtask loops`); matches,
//! training and fitting are in the crate `lab`, which this crate does not know.
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
pub mod exercises;
pub mod explain;
pub mod learning;
pub mod mcts;
pub mod player;
mod random;
pub mod rating;
pub mod rules;
pub mod search;
pub mod short;
pub mod sight;
pub mod tables;
pub mod teaching;

pub use bench::{
    BenchResult, POSITIONS as BENCH_POSITIONS, SIGNATURE as BENCH_SIGNATURE, bench, bench_recorded,
    scores as bench_scores,
};
pub use random::{Rng, rng};

/// The engine's name and version, for UCI and the HTTP API.
pub const NAME: &str = concat!("ponder ", env!("CARGO_PKG_VERSION"));
