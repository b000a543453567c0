//! Measures a set of tables: the time to open it, to verify it, and of a probe with a warm cache.
//!
//! `cargo run --release -p syzygy --example bench FOLDER… < positions.fen`

use std::io::{BufRead, stdin};
use std::path::PathBuf;
use std::time::Instant;

use engine::rules::{Color, Piece, Position};
use syzygy::{Syzygy, SyzygyOptions};

fn main() -> std::io::Result<()> {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let started = Instant::now();
    let (mut tables, problems) = Syzygy::open(&folders, &SyzygyOptions::default());
    println!("open: {} files in {:?}", tables.files(), started.elapsed());
    let started = Instant::now();
    let damaged = tables.verify(|_| true);
    println!("verify: {:?}", started.elapsed());
    for problem in problems.iter().chain(&damaged) {
        println!("{problem}");
    }
    let mut positions = Vec::new();
    for line in stdin().lock().lines() {
        positions.extend(Position::from_fen(&line?));
    }
    let measure = |name: &str, positions: &[Position], probe: &dyn Fn(&Position) -> bool| {
        let started = Instant::now();
        let known = positions.iter().filter(|position| probe(position)).count();
        let per_probe = started.elapsed() / positions.len().max(1) as u32;
        println!(
            "{name}: {per_probe:?} a probe, {known} of {} known",
            positions.len()
        );
    };
    let wdl = |position: &Position| matches!(tables.wdl(position), Ok(Some(_)));
    let dtz = |position: &Position| matches!(tables.dtz(position), Ok(Some(_)));
    for name in ["wdl, cold", "wdl, warm", "wdl, warm"] {
        measure(name, &positions, &wdl);
    }
    for name in ["dtz, cold", "dtz, warm"] {
        measure(name, &positions, &dtz);
    }
    // A search probes few endings at a time.
    positions.sort_by_key(|position| {
        Color::ALL.map(|color| Piece::ALL.map(|piece| position.colored(color, piece).len()))
    });
    measure("wdl, warm, by ending", &positions, &wdl);
    measure("dtz, warm, by ending", &positions, &dtz);
    Ok(())
}
