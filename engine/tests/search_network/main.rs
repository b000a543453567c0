//! The tests of `search` with the shipped network.

#[path = "../search/draws.rs"]
mod draws;
#[path = "../search/draws_remembered.rs"]
mod draws_remembered;
#[path = "../search/endings.rs"]
mod endings;
#[path = "../search/helpers.rs"]
mod helpers;
#[path = "../search/limits.rs"]
mod limits;
#[path = "../search/lines.rs"]
mod lines;
#[path = "../search/mate_set.rs"]
mod mate_set;
#[path = "../search/odd_positions.rs"]
mod odd_positions;
#[path = "../search/pondering.rs"]
mod pondering;
#[path = "../search/random_positions.rs"]
mod random_positions;
#[path = "../search/reports.rs"]
mod reports;
#[path = "../search/smp.rs"]
mod smp;
#[path = "../search/stops.rs"]
mod stops;
#[path = "../search/tactical_set.rs"]
mod tactical_set;
#[path = "../search/tactics.rs"]
mod tactics;

use std::sync::LazyLock;

use engine::eval::nnue::Network;
use engine::eval::{EvalConfig, Evaluation, SharedEval};
use engine::player::Calculator;
use helpers::{HASH_MB, assert_playable, choose, continued, game, played, search, value};

/// As in `search`.
const TACTICAL_FLOORS: [(u64, usize); 2] = [(500, 148), (20_000, 203)];

/// As in `search`.
const MATE_FLOORS: (usize, usize) = (66, 64);

static NETWORK: LazyLock<SharedEval> = LazyLock::new(|| {
    let network = Network::read(include_bytes!("../../intuition.nnue"));
    SharedEval::new(network.expect("the shipped file is a network"))
});

fn new_calculator(hash_mb: u32) -> Calculator {
    let mut calculator = Calculator::new(hash_mb);
    calculator.set_eval(EvalConfig {
        network: Some(NETWORK.clone()),
        ..Evaluation::Network.into()
    });
    calculator
}
