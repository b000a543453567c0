//! Supervised learning on self-play scores, as `ponder train` does it: the positions of the last
//! generations, each with the score of its search and its game's result.

use rand::seq::SliceRandom;

use super::learner::{Exercise, SIGMOID_SCALE};
use super::past_games::PastGames;
use crate::datagen::GameFormatError;
use crate::train::{Target, TrainingSamples};

/// Generations whose games are learnt from.
pub(super) const WINDOW: usize = 8;
/// The share of the game's result beside the score; all of it where chance has judged.
const WDL_LAMBDA: f32 = 0.3;

/// The positions of the last generations' games, in random order.
///
/// # Errors
/// A move of a game is illegal.
pub(super) fn exercises<'a>(
    window: impl IntoIterator<Item = &'a PastGames>,
    rng: &mut engine::Rng,
) -> Result<Vec<Exercise>, GameFormatError> {
    let mut exercises = Vec::new();
    for past in window {
        let target = Target {
            sigmoid_scale: SIGMOID_SCALE,
            wdl_lambda: if past.judged_by_chance {
                1.0
            } else {
                crate::dojo::learner::env("WDL", WDL_LAMBDA)
            },
        };
        let mut samples = TrainingSamples::default();
        for game in &past.games {
            samples.add_game(game)?;
        }
        let targets = samples.0.into_iter();
        exercises.extend(targets.map(|sample| (sample, target.of(&sample))));
    }
    exercises.shuffle(rng);
    Ok(exercises)
}
