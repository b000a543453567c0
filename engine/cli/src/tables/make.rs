//! `ponder tables make`: all tables, with a line for each ending.

use std::time::Instant;

use engine::rules::Color;
use tablefiles::{MadeEnding, MakeOptions, TableFolder, make};

use super::settings::MakeSettings;
use crate::output::print_line;

/// Makes the tables.
///
/// # Errors
/// A file cannot be written, or a position contradicts those after its moves.
pub fn run(settings: &MakeSettings) -> Result<(), String> {
    let start = Instant::now();
    let options = MakeOptions {
        men: settings.men.into(),
        threads: settings.threads(),
        check: settings.check,
    };
    let made = make(&TableFolder::new(&settings.out), &options, |made| {
        print_line(&line(&made));
        true
    });
    let totals = made.map_err(|error| error.to_string())?;
    let [wdl, dtm, dtz] = totals.bytes;
    print_line(&format!(
        "{} endings, {wdl} bytes of wdl, {dtm} of dtm, {dtz} of dtz, {:.1} s",
        totals.endings,
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

/// An ending's sizes and longest wins.
fn line(made: &MadeEnding<'_>) -> String {
    let [wdl, dtm, dtz] = made.bytes;
    let [white, black] = Color::ALL.map(|side| made.solved.counts(side));
    let moves = |plies: u8| plies.div_ceil(2);
    let zeroing = white.longest_zeroing.max(black.longest_zeroing);
    format!(
        "{}: longest win {} moves, of the weaker side {}; longest phase {zeroing} plies; \
         {wdl}, {dtm} and {dtz} bytes",
        made.ending,
        moves(white.longest_win),
        moves(black.longest_win),
    )
}
