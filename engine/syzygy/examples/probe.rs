//! Probes positions: reads FENs, one a line, and prints `wdl dtz` for each, `-` for what no table has.
//!
//! `cargo run --release -p syzygy --example probe FOLDER… < positions.fen`

use std::fmt::Display;
use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use std::path::PathBuf;
use std::time::Instant;

use engine::rules::Position;
use syzygy::{ProbeError, Syzygy, SyzygyOptions};

fn main() -> std::io::Result<()> {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let started = Instant::now();
    let (tables, problems) = Syzygy::open(&folders, &SyzygyOptions::default());
    eprintln!(
        "{} files of up to {} men opened in {:?}",
        tables.files(),
        tables.men(),
        started.elapsed()
    );
    for problem in problems {
        eprintln!("{problem}");
    }
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        match Position::from_fen(&line?) {
            Ok(position) => {
                let wdl = tables.wdl(&position).map(|wdl| wdl.map(|wdl| wdl.score()));
                let dtz = tables.dtz(&position);
                writeln!(out, "{} {}", text(wdl), text(dtz))?;
            }
            Err(error) => writeln!(out, "error: {error}")?,
        }
    }
    out.flush()
}

fn text(answer: Result<Option<impl Display>, ProbeError>) -> String {
    match answer {
        Ok(Some(value)) => value.to_string(),
        Ok(None) => "-".to_owned(),
        Err(error) => format!("error: {error}"),
    }
}
