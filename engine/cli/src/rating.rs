//! `ponder rating`: how well a visitor's rating finds players of known strength.

use clap::value_parser;
use lab::rating_simulation::{PlayerKind, RatingCheck, check_ratings};

use crate::output::print_line;

/// Simulates players of known strength, and prints what their ratings are worth.
///
/// For each kind of player and after 5, 10, 20 and 40 games: the mean of rating less strength and the root of its
/// mean square, Elo; the share of players within the interval of nine tenths; the share for whom the next opponent
/// lets one expect 45 to 55 %, then 35 to 65 %, by their strength; the share for whom the rating expects 45 to 55 %.
#[derive(clap::Args)]
pub struct RatingSettings {
    /// Players of each kind.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    #[arg(value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub players: u32,
    /// Of strengths, results and losses.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

const AFTER: [u32; 4] = [5, 10, 20, 40];

/// Simulates and prints a table.
pub fn run(settings: &RatingSettings) {
    print_line("| players | games | bias | spread | in 90 % | 45 to 55 % | 35 to 65 % | meant |");
    print_line("|---|--:|--:|--:|--:|--:|--:|--:|");
    for kind in PlayerKind::ALL {
        let checks = check_ratings(kind, settings.players, settings.seed, &AFTER);
        for (games, check) in AFTER.into_iter().zip(checks) {
            print_line(&row(kind, games, &check));
        }
    }
}

fn row(kind: PlayerKind, games: u32, check: &RatingCheck) -> String {
    let name = match kind {
        PlayerKind::Steady => "steady",
        PlayerKind::Careless => "lose half as much again",
        PlayerKind::Careful => "lose a third less",
        PlayerKind::Improving => "gain 15 Elo a game",
        PlayerKind::GivesUp => "give up each third game at once",
        PlayerKind::LosesOnPurpose => "lose the first ten on purpose",
    };
    let [coverage, even, nearly, meant] = [
        check.coverage,
        check.even,
        check.nearly_even,
        check.meant_even,
    ]
    .map(|share| 100.0 * share);
    format!(
        "| {name} | {games} | {:+.0} | {:.0} | {coverage:.0} | {even:.0} | {nearly:.0} | {meant:.0} |",
        check.bias, check.spread
    )
}
