//! Supervised learning on self-play scores, as `ponder train` does it: the positions of the last
//! generations, each with the score of its search and its game's result.

use rand::seq::SliceRandom;

use super::learner::Exercise;
use super::past_games::PastGames;
use crate::datagen::GameFormatError;
use crate::train::{SELF_RAISED, Target, TrainingSamples};

/// The fewest generations whose games are learnt from, and the most. Between them it is half of all: at
/// first a generation soon knows better than the last one, later more games are worth more.
const WINDOW: std::ops::RangeInclusive<u32> = 8..=40;
/// Positions of a lesson, in multiples of those of the newest games.
const REPLAYS: usize = 8;
/// The share of the game's result beside the score; all of it where random weights evaluated.
const WDL_LAMBDA: f32 = 0.3;

/// Generations whose games are learnt from after this one.
pub(super) fn window(generation: u32) -> usize {
    (generation / 2).clamp(*WINDOW.start(), *WINDOW.end()) as usize
}

/// Positions of the last generations' games, in random order: all of the newest ones, and some of the others.
///
/// # Errors
/// A move of a game is illegal.
pub(super) fn exercises<'a>(
    window: impl IntoIterator<Item = &'a PastGames>,
    rng: &mut engine::Rng,
) -> Result<Vec<Exercise>, GameFormatError> {
    let mut exercises = Vec::new();
    let mut newest = 0;
    for past in window {
        newest = exercises.len();
        let target = Target {
            sigmoid_scale: SELF_RAISED.sigmoid_scale,
            wdl_lambda: if past.evaluated_by_chance {
                1.0
            } else {
                WDL_LAMBDA
            },
        };
        let mut samples = TrainingSamples::default();
        for game in &past.games {
            samples.add_game(game)?;
        }
        let targets = samples.0.into_iter();
        exercises.extend(targets.map(|sample| (sample, target.of(&sample))));
    }
    let fresh = exercises.split_off(newest);
    exercises.shuffle(rng);
    exercises.truncate((REPLAYS - 1) * fresh.len());
    exercises.extend(fresh);
    exercises.shuffle(rng);
    Ok(exercises)
}
