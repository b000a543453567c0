//! Tests of the search through the `Player` trait, with the hand-crafted evaluation. `search_network`
//! runs the same files with the network.

mod bets;
mod draws;
mod draws_remembered;
mod endings;
mod helpers;
mod limits;
mod lines;
mod mate_set;
mod odd_positions;
mod pondering;
mod random_positions;
mod reports;
mod rule_sets;
mod smp;
mod stops;
mod tactical_set;
mod tactics;
mod trace;

use engine::player::Calculator;
use helpers::{HASH_MB, assert_playable, choose, continued, game, played, search, value};

/// Nodes for each position of the tactical set, and how many of its 214 positions are solved with
/// them. A change that lowers a number has gained more in matches.
const TACTICAL_FLOORS: [(u64, usize); 2] = [(500, 136), (20_000, 203)];

/// How many mates of the mate set are found, and how many of them are the shortest.
const MATE_FLOORS: (usize, usize) = (66, 65);

fn new_calculator(hash_mb: u32) -> Calculator {
    Calculator::new(hash_mb)
}
