//! `ponder tables make`: all tables, each written once it is made.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use engine::rules::Color;
use tablebase::{Ending, Solved, SolvedEnding};

use super::settings::MakeSettings;
use crate::output::print_line;

/// What was written in all.
#[derive(Default)]
struct Totals {
    /// By kind of table.
    bytes: [usize; 3],
    compared: u64,
}

/// Makes the tables.
///
/// # Errors
/// A file cannot be written, or a position contradicts those after its moves.
pub fn run(settings: &MakeSettings) -> Result<(), String> {
    let start = Instant::now();
    let folder = &settings.out;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let endings = Ending::all(settings.men.into());
    let mut solved = Solved::default();
    let mut totals = Totals::default();
    // Endings with as many men and pawns do not lead to each other.
    for batch in endings.chunk_by(|one, other| one.order() == other.order()) {
        for made in make_batch(batch, &solved, &mut totals, settings)? {
            solved.insert(made);
        }
    }
    let [wdl, dtm, dtz] = totals.bytes;
    print_line(&format!(
        "{} endings, {wdl} bytes of wdl, {dtm} of dtm, {dtz} of dtz, {:.1} s",
        endings.len(),
        start.elapsed().as_secs_f64()
    ));
    if settings.check.is_some() {
        let compared = totals.compared;
        print_line(&format!(
            "{compared} positions follow from those after their moves"
        ));
    }
    Ok(())
}

/// Makes endings on several threads and writes their files.
fn make_batch(
    endings: &[Ending],
    solved: &Solved,
    totals: &mut Totals,
    settings: &MakeSettings,
) -> Result<Vec<SolvedEnding>, String> {
    let next = Mutex::new(endings.iter());
    let totals = Mutex::new(totals);
    let work = || -> Result<Vec<SolvedEnding>, String> {
        let mut made = Vec::new();
        loop {
            let ending = lock(&next).next();
            let Some(ending) = ending else {
                return Ok(made);
            };
            let one = solved.solve(ending);
            let compared = match settings.check {
                Some(stride) => one.check(solved, stride),
                None => Ok(0),
            };
            let compared = compared.map_err(|wrong| format!("{ending}: {wrong}"))?;
            let bytes = write(&settings.out, ending, &one)?;
            print_line(&line(ending, &one, bytes));
            let mut totals = lock(&totals);
            totals.compared += compared;
            for (total, bytes) in totals.bytes.iter_mut().zip(bytes) {
                *total += bytes;
            }
            made.push(one);
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..settings.threads()).map(|_| scope.spawn(work)).collect();
        let mut all = Vec::new();
        for thread in threads {
            let made = thread
                .join()
                .map_err(|_| "a thread has ended by a panic")??;
            all.extend(made);
        }
        Ok(all)
    })
}

/// Writes the files of an ending, each under its name once it is whole; returns their sizes.
fn write(folder: &Path, ending: &Ending, made: &SolvedEnding) -> Result<[usize; 3], String> {
    let mut sizes = [0; 3];
    for ((kind, bytes), size) in made.files().into_iter().zip(&mut sizes) {
        let path = folder.join(format!("{ending}.{}", kind.as_str()));
        let unfinished = path.with_extension(format!("{}.new", kind.as_str()));
        let written: io::Result<()> =
            fs::write(&unfinished, &bytes).and_then(|()| fs::rename(&unfinished, &path));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
        *size = bytes.len();
    }
    Ok(sizes)
}

/// An ending's sizes and longest wins.
fn line(ending: &Ending, made: &SolvedEnding, [wdl, dtm, dtz]: [usize; 3]) -> String {
    let [white, black] = Color::ALL.map(|side| made.counts(side));
    let moves = |plies: u8| plies.div_ceil(2);
    let zeroing = white.longest_zeroing.max(black.longest_zeroing);
    format!(
        "{ending}: longest win {} moves, of the weaker side {}; longest phase {zeroing} plies; \
         {wdl}, {dtm} and {dtz} bytes",
        moves(white.longest_win),
        moves(black.longest_win),
    )
}

/// No thread panics with a lock.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
