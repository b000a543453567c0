//! TD-leaf(λ): the leaf of each principal variation should be worth what the later leaves of its game say.
//!
//! With `J(t)` the expected score of one fixed side at leaf `t` and `J(T)` the game's result, the λ-return
//! is `G(t) = (1 − λ) · J(t + 1) + λ · G(t + 1)`. A step against the squared difference of `J(t)` and
//! `G(t)` is the update of the paper, `∇J(t) · Σ λ^(j − t) · d(j)`, as the sum of temporal differences is
//! `G(t) − J(t)`.

use engine::rules::{Color, Position};
use rand::seq::SliceRandom;

use super::learner::Exercise;
use super::practice::PracticeGame;
use crate::datagen::GameFormatError;
use crate::td_lambda::{for_white, lambda_returns, points_of_white};
use crate::train::{FloatNetwork, TrainingSample, sigmoid};

/// λ: how far a result is seen.
pub(super) const LAMBDA: f32 = 0.8;

/// The leaves of a generation's games with their λ-returns by `network`, in random order.
///
/// # Errors
/// A move of a game is illegal.
pub(super) fn exercises(
    games: &[PracticeGame],
    network: &FloatNetwork,
    rng: &mut engine::Rng,
) -> Result<Vec<Exercise>, GameFormatError> {
    let mut exercises = Vec::new();
    for game in games {
        let leaves = leaves(game)?;
        let white: Vec<f32> = leaves
            .iter()
            .map(|(sample, side)| for_white(*side, sigmoid(network.output(sample))))
            .collect();
        let result = points_of_white(game.record.winner);
        let returns = lambda_returns(&white, result, LAMBDA);
        let lessons = leaves.into_iter().zip(returns);
        exercises.extend(lessons.map(|((sample, side), value)| (sample, for_white(side, value))));
    }
    exercises.shuffle(rng);
    Ok(exercises)
}

/// The last position of each principal variation that is not decided yet, with its side to move.
fn leaves(game: &PracticeGame) -> Result<Vec<(TrainingSample, Color)>, GameFormatError> {
    let record = &game.record;
    let mut position = *record.opening()?.position();
    let mut leaves = Vec::new();
    let variations = record.moves.iter().zip(&game.variations);
    for (index, (scored, variation)) in variations.enumerate() {
        let illegal = || GameFormatError::Illegal(record.opening.len() + index);
        // A mate is known, so that there is nothing to learn of it.
        if !scored.is_mate() {
            let leaf = play_all(position, variation).ok_or_else(illegal)?;
            leaves.push((TrainingSample::new(&leaf, 0, 1), leaf.side_to_move()));
        }
        position = play_all(position, &[scored.mv]).ok_or_else(illegal)?;
    }
    Ok(leaves)
}

fn play_all(mut position: Position, moves: &[engine::rules::Move]) -> Option<Position> {
    for &mv in moves {
        if !position.is_legal(mv) {
            return None;
        }
        position = position.play(mv);
    }
    Some(position)
}
