//! `ponder bets`: how often the search's bets hold, and what those that fail cost. The checks are in
//! `lab::bets`.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::value_parser;
use engine::eval::{EvalConfig, Evaluation};
use engine::rules::Game;
use lab::bets::{BetSurvey, BetTable};

use crate::output::print_line;

/// Checks bets of searches, drawn by lot, and prints a table of the rules.
///
/// A bet holds if the same node, searched again from an empty table to its full depth and without the rule
/// anywhere below it, is on the same side of its bound. What one that fails costs is the change of the
/// root's score when the node has its true value.
#[derive(clap::Args)]
pub struct BetsSettings {
    /// Positions, a FEN or an EPD a line.
    #[arg(value_name = "FILE")]
    positions: PathBuf,
    /// Depth of each search, plies.
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = value_parser!(u8).range(1..=30))]
    depth: u8,
    /// Bets of each rule that are checked in each search.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..=100_000))]
    sample: u32,
    /// Nodes that a check may take.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    #[arg(value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Of the lot.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The hand-made evaluation in place of the network.
    #[arg(long)]
    hand_made: bool,
}

/// Checks bets on all cores and prints the table.
///
/// # Errors
/// The file cannot be read, or has a line that is no position.
pub fn run(settings: &BetsSettings) -> Result<(), String> {
    let games = read_positions(&settings.positions)?;
    let evaluation = match settings.hand_made {
        true => Evaluation::Tuned,
        false => Evaluation::Network,
    };
    let survey = BetSurvey {
        eval_config: EvalConfig::shipped(evaluation),
        depth: settings.depth,
        sample: settings.sample as usize,
        nodes: settings.nodes,
    };
    let (next, table) = (AtomicUsize::new(0), Mutex::new(BetTable::default()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = games.get(index) else {
                        return;
                    };
                    let found = survey.run(game, settings.seed ^ index as u64);
                    if let Ok(mut table) = table.lock() {
                        table.add(&found);
                    }
                }
            });
        }
    });
    print_table(&table.into_inner().unwrap_or_default());
    Ok(())
}

fn read_positions(path: &PathBuf) -> Result<Vec<Game>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            // An EPD has operations in place of the clocks.
            let clocks = fields
                .get(4..6)
                .filter(|clocks| clocks.iter().all(|clock| clock.parse::<u16>().is_ok()));
            let board = fields
                .get(..4)
                .map_or(line.to_owned(), |board| board.join(" "));
            let fen = match clocks {
                Some(clocks) => format!("{board} {}", clocks.join(" ")),
                None => format!("{board} 0 1"),
            };
            Game::from_fen(&fen)
                .map_err(|error| format!("{}, line {number}: {error}", path.display()))
        })
        .collect()
}

/// By rule: bets, checked ones, held ones per cent, and what failed ones cost.
fn print_table(table: &BetTable) {
    print_line(
        "rule                       bets  checked     held  other score  other move  cost/bet",
    );
    for (rule, counts) in table.by_rule() {
        let checked = counts.held + counts.failed;
        let per_checked = |count: u64| count as f64 / checked.max(1) as f64;
        print_line(&format!(
            "{:<20} {:>10} {checked:>8} {:>7.2} % {:>10.2} % {:>9.2} % {:>9.3}",
            rule.name(),
            counts.made,
            100.0 * per_checked(counts.held),
            100.0 * per_checked(counts.with_cost),
            100.0 * per_checked(counts.other_move),
            per_checked(counts.cost),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_from_fens_and_epds_and_faults_are_told_by_line() {
        let path = std::env::temp_dir().join(format!("ponder-bets-{}.epd", std::process::id()));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        fs::write(&path, format!("{start} 3 7\n\n{start} bm e4; id \"1\";\n")).unwrap();
        let games = read_positions(&path).unwrap();
        let fens: Vec<String> = games.iter().map(|game| game.position().to_fen()).collect();
        assert_eq!(fens, [format!("{start} 3 7"), format!("{start} 0 1")]);
        fs::write(&path, format!("{start}\nnonsense\n")).unwrap();
        let error = read_positions(&path).unwrap_err();
        assert!(error.contains("line 2"), "{error}");
        fs::remove_file(&path).unwrap();
        assert!(read_positions(&path).unwrap_err().contains("ponder-bets"));
    }
}
