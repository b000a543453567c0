//! `ponder tables probe`: what the tables say of positions.

use std::io::{self, BufRead};

use engine::rules::Position;
use engine::tables::{EndgameTables, EndgameValue};
use tablebase::Tables;
use tablefiles::TableFolder;

use super::settings::ProbeSettings;
use crate::output::print_line;

/// Reads a FEN a line from standard input and prints a line for each.
///
/// # Errors
/// A table cannot be read.
pub fn run(settings: &ProbeSettings) -> Result<(), String> {
    let folder = TableFolder::new(&settings.tables);
    let tables = folder
        .read(settings.men.into())
        .map_err(|error| error.to_string())?;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        print_line(&answer(&tables, &line));
    }
    Ok(())
}

/// The answer to one line.
fn answer(tables: &Tables, fen: &str) -> String {
    let position = match Position::from_fen(fen) {
        Ok(position) => position,
        Err(error) => return format!("error {error}"),
    };
    let (result, plies) = match tables.mate(&position) {
        None => return "unknown".to_owned(),
        Some(EndgameValue::Draw) => return "draw".to_owned(),
        Some(EndgameValue::Win(plies)) => ("win", plies),
        Some(EndgameValue::Loss(plies)) => ("loss", plies),
    };
    let zeroing = tables.zeroing(&position);
    let zeroing = zeroing.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
    format!("{result} dtm {plies} dtz {zeroing}")
}

#[cfg(test)]
mod tests {
    use tablebase::three_men;

    use super::answer;

    #[test]
    fn each_line_has_its_answer() {
        let tables = three_men();
        for (fen, expected) in [
            ("8/8/8/8/8/2k5/8/K6R w - - 0 1", "win dtm 27 dtz 27"),
            ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "loss dtm 0 dtz 0"),
            ("8/8/8/8/8/2k5/2p5/2K5 w - - 0 1", "draw"),
            ("8/8/8/8/8/k7/7P/K7 w - - 0 1", "win dtm 27 dtz 1"),
            ("8/8/8/8/8/2k5/8/KQ5R w - - 0 1", "unknown"),
        ] {
            assert_eq!(answer(&tables, fen), expected, "{fen}");
        }
        assert!(answer(&tables, "").starts_with("error "));
    }
}
