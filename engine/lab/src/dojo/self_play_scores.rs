//! Supervised learning on self-play scores: the positions of the last generations, each with what the searches
//! of its game thought from there on, and with the game's result.
//!
//! With `J(t)` the expected score of one fixed side by the search at ply `t`, and `J(T)` the game's result, the target
//! is the λ-return that begins with the position's own score: `G(t) = (1 − λ) · J(t) + λ · G(t + 1)`. So a
//! network learns what its searches see now, and what they see some moves later, when they know more.

use engine::rules::Color;
use rand::seq::SliceRandom;

use super::learner::Exercise;
use super::past_games::PastGames;
use crate::datagen::{GameFormatError, ScoredMove, SelfPlayGame};
use crate::td_lambda::{for_white, lambda_returns, points_of_white};
use crate::train::{SELF_RAISED, for_each_quiet, sigmoid};

/// The fewest generations whose games are learnt from, and the most. Between them it is half of all: at
/// first a generation soon knows better than the last one, later more games are worth more.
const WINDOW: std::ops::RangeInclusive<u32> = 8..=40;
/// Positions of a lesson, in multiples of those of the newest games.
const REPLAYS: usize = 8;
/// λ: how far ahead the scores count. Where random weights evaluated only the result does.
const LAMBDA: f32 = 0.8;

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
        let lambda = if past.evaluated_by_chance {
            1.0
        } else {
            LAMBDA
        };
        for game in &past.games {
            let targets = targets(game, lambda)?;
            for_each_quiet(game, |ply, sample| exercises.push((sample, targets[ply])))?;
        }
    }
    let fresh = exercises.split_off(newest);
    exercises.shuffle(rng);
    exercises.truncate((REPLAYS - 1) * fresh.len());
    exercises.extend(fresh);
    exercises.shuffle(rng);
    Ok(exercises)
}

/// The targets of a game's positions, each for its side to move.
///
/// # Errors
/// A move of the opening is illegal.
fn targets(game: &SelfPlayGame, lambda: f32) -> Result<Vec<f32>, GameFormatError> {
    let first = game.opening()?.position().side_to_move();
    let sides = std::iter::successors(Some(first), |&side| Some(!side));
    let own = |(scored, side): (&ScoredMove, Color)| {
        for_white(
            side,
            sigmoid(SELF_RAISED.sigmoid_scale * f32::from(scored.score)),
        )
    };
    let white: Vec<f32> = game.moves.iter().zip(sides.clone()).map(own).collect();
    let later = lambda_returns(&white, points_of_white(game.winner), lambda);
    let blend = |((own, later), side)| for_white(side, (1.0 - lambda) * own + lambda * later);
    Ok(white.iter().zip(later).zip(sides).map(blend).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rules::Game;
    use engine::search::Score;

    #[test]
    fn targets_look_ahead_to_the_result() {
        let mut game = Game::new();
        let mut played = |text: &str, centipawns| {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv).unwrap();
            ScoredMove::new(mv, Score::Cp(centipawns))
        };
        let game = SelfPlayGame {
            opening: vec![],
            moves: vec![played("e2e4", 0), played("e7e5", 250), played("g1f3", -250)],
            winner: Some(Color::Black),
        };
        let near = |found: Vec<f32>, expected: [f32; 3]| {
            let close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
            assert!(found.iter().zip(&expected).all(close), "{found:?}");
        };
        // The expected scores of 0 and 250 centipawns: 0.5 and 0.7311.
        near(targets(&game, 0.0).unwrap(), [0.5, 0.7311, 0.2689]);
        near(targets(&game, 1.0).unwrap(), [0.0, 1.0, 0.0]);
        // Half of each: White has 0.1345 at the third, 0.2017 at the second and 0.3508 at the first.
        near(targets(&game, 0.5).unwrap(), [0.3508, 0.7983, 0.1345]);
    }
}
