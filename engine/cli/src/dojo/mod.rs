//! `ponder dojo`: raises a network from nothing, on all cores. The training is in `lab::dojo`.
//!
//! `settings` parses the command line, `training` runs jobs on threads, `state_file` keeps the state,
//! `examination` matches the network and its controls at the end, `chart` draws the curve; `yardsticks`
//! measures the opponents themselves.

mod chart;
mod examination;
mod match_pairs;
mod settings;
mod state_file;
mod training;
mod yardsticks;

use std::fs;
use std::path::Path;

use lab::dojo::TestRecord;

pub use settings::DojoSettings;

/// Raises a network.
///
/// # Errors
/// A file fails, or the training cannot go on.
pub fn run(settings: &DojoSettings) -> Result<(), String> {
    if let Some(pairs) = settings.yardsticks {
        yardsticks::run(pairs, settings.threads());
        return Ok(());
    }
    let dojo = training::run(settings)?;
    println!(
        "generation {}: {} practice games, {} positions",
        dojo.generation(),
        u64::from(dojo.generation()) * u64::from(dojo.config().games),
        dojo.positions()
    );
    if let Some(path) = &settings.out {
        write(path, dojo.network().file())?;
        println!("written: {}", path.display());
    }
    if let Some(path) = &settings.svg {
        write(path, chart::draw(&dojo).as_bytes())?;
        println!("written: {}", path.display());
    }
    if let Some(pairs) = settings.examination {
        examination::run(&dojo, pairs, settings.threads())?;
    }
    Ok(())
}

/// Prints a test in two lines: strength and results, then what the network thinks.
fn print_test(test: &TestRecord, loss: f32) {
    let results: Vec<String> = test
        .results
        .iter()
        .map(|(yardstick, pairs)| format!("{yardstick} {:.0} %", 100.0 * share(pairs)))
        .collect();
    let earlier = test.against_earlier.map_or_else(String::new, |pairs| {
        format!(", the network tested before {:.0} %", 100.0 * share(&pairs))
    });
    println!(
        "generation {:>4} {:>7} games  Elo {:+5.0} ± {:.0}  loss {loss:.4}  against {}{earlier}",
        test.generation,
        test.games,
        test.strength.elo,
        test.strength.error,
        results.join(", "),
    );
    let first_moves: Vec<String> = test
        .insights
        .first_moves
        .iter()
        .map(ToString::to_string)
        .collect();
    println!(
        "    pawn, knight, bishop, rook, queen {:?} centipawns; first moves {}",
        test.insights.piece_values,
        first_moves.join(" ")
    );
}

/// The score of pairs by their points, 0 to 1.
fn share(pairs: &[u16; 5]) -> f64 {
    let count: u16 = pairs.iter().sum();
    let points = pairs.iter().enumerate();
    let points: f64 = points
        .map(|(half_points, &count)| half_points as f64 / 4.0 * f64::from(count))
        .sum();
    points / f64::from(count.max(1))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
