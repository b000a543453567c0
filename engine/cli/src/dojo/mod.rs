//! `ponder dojo`: raises a network, from nothing or from another one, on all cores. The training is in `lab::dojo`.
//!
//! `settings` parses the command line, `training` runs jobs on threads, `state_file` keeps the state,
//! `report` prints its tests,
//! `examination` matches the network and its controls at the end, `chart` draws the curve; `yardsticks`
//! measures the opponents themselves.

mod chart;
mod examination;
mod match_pairs;
mod report;
mod settings;
mod state_file;
mod training;
mod yardsticks;

use std::fs;
use std::path::Path;

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

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
