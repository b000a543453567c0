//! The match at the end: the network and its controls against fixed opponents.

use engine::eval::Evaluation;
use lab::arena::EloEstimate;
use lab::dojo::{Dojo, EvalSource, TEST_NODES, TestPair, TestSide, Yardstick};

use super::match_pairs::{match_pairs, pair_seed};

/// The opponents.
const OPPONENTS: [Yardstick; 2] = [Yardstick::Grabber, Yardstick::Pruner];

/// Plays and prints the table: the same search, the same openings, one evaluation each row.
///
/// # Errors
/// Random weights make no network.
pub fn run(dojo: &Dojo, pairs: u16, threads: usize) -> Result<(), String> {
    let beginning = Dojo::new(*dojo.config()).map_err(|error| error.to_string())?;
    let rows = [
        ("the network", EvalSource::Network(dojo.network().clone())),
        (
            "material alone",
            EvalSource::Evaluation(Evaluation::Material),
        ),
        (
            "its random weights",
            EvalSource::Network(beginning.network().clone()),
        ),
    ];
    println!("{} games each, {} nodes a move:", 2 * pairs, TEST_NODES);
    for (name, source) in rows {
        let mut line = format!("{name:<20}");
        for yardstick in OPPONENTS {
            let counts = match_pairs(pairs, threads, |number| TestPair {
                sides: [
                    TestSide::Search(source.clone()),
                    TestSide::Yardstick(yardstick),
                ],
                seed: pair_seed(dojo.config().seed, number),
            });
            if let Some(estimate) = EloEstimate::new(&counts) {
                line += &format!(
                    "  {yardstick} {:5.1} ± {:.1} %",
                    100.0 * estimate.score,
                    100.0 * estimate.score_error
                );
            }
        }
        println!("{line}");
    }
    Ok(())
}
