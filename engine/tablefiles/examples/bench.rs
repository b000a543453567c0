//! Measures a folder of tables: the time to read it, to decode an ending, and of a probe.
//!
//! `cargo run --release -p tablefiles --example bench FOLDER`

use std::path::PathBuf;
use std::time::Instant;

use engine::rules::Position;
use engine::tables::{EndgameTables, TableSet};
use tablebase::{Ending, Tables};
use tablefiles::{FolderError, TableFolder};

/// Positions of each ending that are probed.
const POSITIONS: usize = 20_000;

fn main() -> Result<(), FolderError> {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: bench FOLDER");
        return Ok(());
    };
    let men = TableSet::Four.men();
    let started = Instant::now();
    let tables = TableFolder::new(folder).read(men)?;
    println!("read: {:?}", started.elapsed());
    let started = Instant::now();
    tables.decode_results();
    println!("results decoded: {:?}", started.elapsed());
    let mut positions = Vec::new();
    for ending in Ending::all(men) {
        let table = tables.table(&ending).into_iter();
        // More than are wanted, since a place need not have a position.
        positions.extend(table.flat_map(|table| table.positions(97).take(POSITIONS)));
    }
    let started = Instant::now();
    let first = positions.iter().filter(|it| is_known(&tables, it)).count();
    println!(
        "distances decoded on first use: {:?}, {first} known",
        started.elapsed()
    );
    measure("wdl", &positions, |it| tables.wdl(it).is_some());
    measure("dtm", &positions, |it| tables.mate(it).is_some());
    measure("dtz", &positions, |it| tables.zeroing(it).is_some());
    Ok(())
}

fn is_known(tables: &Tables, position: &Position) -> bool {
    tables.mate(position).is_some() && tables.zeroing(position).is_some()
}

/// Probes all positions, ending by ending and in an order that jumps about.
fn measure(name: &str, positions: &[Position], probe: impl Fn(&Position) -> bool) {
    let count = positions.len().max(1);
    let started = Instant::now();
    let known = positions.iter().filter(|it| probe(it)).count();
    let in_order = started.elapsed() / count as u32;
    // Each of these is a prime; one that does not divide the count reaches every position.
    let primes = [7_919, 104_729];
    let step = primes.into_iter().find(|step| !count.is_multiple_of(*step));
    let started = Instant::now();
    let step = step.unwrap_or(1);
    let again = (0..count)
        .filter(|index| probe(&positions[index * step % count]))
        .count();
    println!(
        "{name}: {in_order:?} a probe by ending, {:?} jumping about ({known} and {again} of {count} known)",
        started.elapsed() / count as u32
    );
}
