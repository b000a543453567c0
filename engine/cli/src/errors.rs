//! `ponder errors`: how the players of games err.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::value_parser;
use engine::eval::{EvalConfig, Evaluation};
use engine::exercises::GamePhase;
use engine::explain::Verdict;
use engine::rules::{Color, Game};
use lab::errors::{ErrorCounts, ErrorMeter};

use crate::output::print_line;
use crate::pgn_file;

/// Tells how the players of games err.
///
/// Judges each move by a search of the position and one of the move, with the network, and prints for each
/// player's name: the moves that were a choice with a chance to win from 10 to 90 %; the share of those among the best (at most one point of the chance
/// to win is lost), inaccuracies (5 points), mistakes (10) and blunders (15); the mean loss in points and in
/// centipawns, in all and by phase, and how it differs between games; the longest run of best moves; half of the blunders lose more than so much; how
/// much likelier a blunder is after five of the best moves than at any time; and in which share of the positions
/// that came again the same was played.
#[derive(clap::Args)]
pub struct ErrorsSettings {
    /// The games; may be given several times.
    #[arg(long, value_name = "FILE", required = true)]
    pgn: Vec<PathBuf>,
    /// The first games of each file.
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    /// Half-moves at the beginning that are not judged: those of a match's openings.
    #[arg(long, value_name = "N", default_value_t = 8)]
    opening: usize,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = value_parser!(u64).range(1_000..=10_000_000))]
    nodes: u64,
}

/// A game with the names of its players, White's first.
struct NamedGame {
    game: Game,
    names: [String; 2],
}

/// Judges the games on all cores, and prints a table.
///
/// # Errors
/// A file or a game in it cannot be read.
pub fn run(settings: &ErrorsSettings) -> Result<(), String> {
    let games = games(settings)?;
    let network = EvalConfig::shipped(Evaluation::Network).network;
    let (next, players) = (
        AtomicUsize::new(0),
        Mutex::new(BTreeMap::<String, ErrorCounts>::new()),
    );
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut meter = ErrorMeter::new(network.clone(), settings.nodes);
                while let Some(named) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for (side, name) in [Color::White, Color::Black].into_iter().zip(&named.names) {
                        let judged = meter.losses(&named.game, side, settings.opening);
                        if let Ok(mut players) = players.lock() {
                            players.entry(name.clone()).or_default().add(judged);
                        }
                    }
                }
            });
        }
    });
    let players = players
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    for (name, counts) in &players {
        print(name, counts);
    }
    Ok(())
}

fn games(settings: &ErrorsSettings) -> Result<Vec<NamedGame>, String> {
    let mut games = Vec::new();
    for path in &settings.pgn {
        let mut left = settings.games;
        pgn_file::each_game(path, |pgn_game| {
            if left > 0 {
                left -= 1;
                let name = |tag| pgn_game.tags.get(tag).unwrap_or("?").to_owned();
                games.push(NamedGame {
                    game: pgn_game.game(),
                    names: ["White", "Black"].map(name),
                });
            }
        })?;
    }
    Ok(games)
}

fn print(name: &str, counts: &ErrorCounts) {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let (points, centipawns) = counts.mean_loss(None);
    let [inaccuracies, mistakes, blunders] =
        [Verdict::Inaccuracy, Verdict::Mistake, Verdict::Blunder]
            .map(|verdict| percent(counts.share(Some(verdict))));
    print_line(&format!("{name}: {} moves", counts.count(None)));
    print_line(&format!(
        "  best {}, inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}",
        percent(counts.best_share()),
    ));
    print_line(&format!(
        "  mean loss {points:.1} points, {centipawns:.0} cp"
    ));
    for (phase, text) in [
        (GamePhase::Opening, "opening"),
        (GamePhase::Middlegame, "middlegame"),
        (GamePhase::Endgame, "endgame"),
    ] {
        let (points, centipawns) = counts.mean_loss(Some(phase));
        let moves = counts.count(Some(phase));
        print_line(&format!(
            "    {text}: {points:.1} points, {centipawns:.0} cp, {moves} moves"
        ));
    }
    let by_game = counts.by_game();
    let count = by_game.len().max(1) as f64;
    let mean = by_game.iter().map(|(_, log)| log).sum::<f64>() / count;
    let square = by_game
        .iter()
        .map(|(_, log)| (log - mean).powi(2))
        .sum::<f64>();
    let moves = by_game.iter().map(|(moves, _)| moves).sum::<usize>() as f64 / count;
    print_line(&format!(
        "  a game\u{2019}s mean loss, ln(points + 1/2): {mean:.2}, standard deviation {:.2}, {} games \
         of {moves:.0} moves",
        (square / count).sqrt(),
        by_game.len(),
    ));
    let (mean, longest) = counts.longest_runs();
    print_line(&format!(
        "  longest run of best moves: {mean:.1} a game, {longest} at most"
    ));
    if let Some((points, centipawns)) = counts.median_blunder() {
        print_line(&format!(
            "  median blunder {points:.0} points, {centipawns} cp"
        ));
    }
    if let Some(factor) = counts.out_of_the_blue() {
        print_line(&format!(
            "  a blunder after five best moves: {factor:.2} times as likely as at any time"
        ));
    }
    let (again, same) = counts.repeated();
    print_line(&format!(
        "  positions that came again: {again}, {} the same move",
        percent(same)
    ));
}
