//! How strong the yardsticks are, by matches between neighbours.

use lab::arena::{Encounter, Ratings};
use lab::dojo::{TestPair, TestSide, Yardstick};

use super::match_pairs::{match_pairs, pair_seed};

/// Yardsticks up to so many places apart meet.
const NEIGHBOURS: usize = 3;
/// The yardsticks whose mean strength fixes the scale, with the engine Elo of the same levels of Intuition,
/// which are about as strong.
const ANCHORS: [(Yardstick, f64); 3] = [
    (Yardstick::Level(4), 780.0),
    (Yardstick::Level(5), 1_210.0),
    (Yardstick::Level(6), 1_590.0),
];

/// Plays and prints the table.
pub fn run(pairs: u16, threads: usize) {
    let all = Yardstick::ALL;
    let mut encounters = Vec::new();
    for (first, player) in all.iter().enumerate() {
        for (second, opponent) in all.iter().enumerate().skip(first + 1).take(NEIGHBOURS) {
            let pentanomial = match_pairs(pairs, threads, |number| TestPair {
                sides: [first, second].map(|place| TestSide::Yardstick(all[place])),
                seed: pair_seed(0, number),
            });
            println!("{player} against {opponent}: {pentanomial:?}");
            encounters.push(Encounter {
                players: [first, second],
                pentanomial,
            });
        }
    }
    let ratings = Ratings::new(all.len(), &encounters);
    let place = |wanted: Yardstick| all.iter().position(|&one| one == wanted).unwrap_or(0);
    let offsets = ANCHORS.map(|(yardstick, elo)| elo - ratings.rating(place(yardstick)).elo);
    let offset = offsets.iter().sum::<f64>() / offsets.len() as f64;
    for (index, yardstick) in all.iter().enumerate() {
        let rating = ratings.rating(index);
        println!(
            "{yardstick:<8} {:+6.0} ± {:.0}",
            rating.elo + offset,
            rating.error
        );
    }
}
