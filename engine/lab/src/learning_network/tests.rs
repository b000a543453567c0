use engine::checksum::crc32;
use engine::rules::{Color, Game};

use super::*;
use crate::random_game::random_game;
use crate::train::NEURONS;

/// A game that Black has won.
fn fools_mate() -> Game {
    let mut game = Game::new();
    for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let mv = game.position().parse_uci(mv).unwrap();
        game.play(mv).unwrap();
    }
    game
}

fn samples(game: &Game) -> Vec<(TrainingSample, Color)> {
    (0..game.ply())
        .map(|ply| {
            let position = game.position_at(ply);
            (
                TrainingSample::new(&position, 0, 1),
                position.side_to_move(),
            )
        })
        .collect()
}

#[test]
fn a_step_follows_the_slope_of_the_error_against_the_returns() {
    let game = fools_mate();
    let before = LearningNetwork::new(16, 4);
    let mut after = before.clone();
    after.learn(&game, Some(Color::Black));
    assert_eq!((before.games(), after.games()), (0, 1));

    // The returns are those of the network before the step.
    let samples = samples(&game);
    let score = |network: &FloatNetwork, (sample, side): &(TrainingSample, Color)| {
        for_white(*side, sigmoid(network.output(sample)))
    };
    let white: Vec<f32> = samples
        .iter()
        .map(|sample| score(&before.floats, sample))
        .collect();
    let returns = lambda_returns(&white, 0.0, LAMBDA);
    let error = |network: &FloatNetwork| -> f64 {
        let errors = samples.iter().zip(&returns);
        errors
            .map(|(sample, value)| f64::from(score(network, sample) - value).powi(2))
            .sum()
    };
    let moved = |index: usize, by: f32| {
        let mut network = before.floats.clone();
        network.parameters[index] += by;
        error(&network)
    };
    let changes = before
        .floats
        .parameters
        .iter()
        .zip(&after.floats.parameters);
    let mut changes: Vec<(usize, f32)> = changes.map(|(a, b)| b - a).enumerate().collect();
    changes.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    for &(index, change) in &changes[..40] {
        const STEP: f32 = 1e-3;
        let slope = (moved(index, STEP) - moved(index, -STEP)) / f64::from(2.0 * STEP);
        let expected = -f64::from(RATE) * slope;
        let tolerance = 1e-5 + 0.05 * expected.abs();
        assert!(
            (f64::from(change) - expected).abs() < tolerance,
            "{index}: {change} {expected}"
        );
    }
}

#[test]
fn what_was_lost_is_liked_less() {
    let game = fools_mate();
    let mut network = LearningNetwork::new(32, 1);
    let white = |network: &LearningNetwork| -> Vec<f32> {
        let all = samples(&game).into_iter();
        all.map(|(sample, side)| for_white(side, sigmoid(network.floats.output(&sample))))
            .collect()
    };
    let before = white(&network);
    for _ in 0..200 {
        network.learn(&game, Some(Color::Black));
    }
    let after = white(&network);
    for (before, after) in before.into_iter().zip(after) {
        assert!(after < before - 0.1, "{before} {after}");
    }
}

/// The page learns the same games in WebAssembly, and the server on its target: `learner.rs` of the browser
/// tests compares them.
#[test]
fn the_same_games_in_the_same_order_give_the_same_weights() {
    let learnt = |order: &[u64]| {
        let mut network = LearningNetwork::new(16, 9);
        for &seed in order {
            let game = random_game(&mut engine::rng(seed), 40).unwrap();
            network.learn(&game, [None, Some(Color::White)][seed as usize % 2]);
        }
        network.write()
    };
    assert_eq!(learnt(&[1, 2, 3]), learnt(&[1, 2, 3]));
    assert_ne!(learnt(&[1, 2, 3]), learnt(&[3, 2, 1]));
    assert_eq!(crc32(&learnt(&[1, 2, 3])), 558_161_692);
}

#[test]
fn whatever_is_learnt_plays() {
    let mut network = LearningNetwork::new(16, 2);
    let mut floats = network.floats.clone();
    // As far out as weights may be.
    for (index, value) in floats.parameters.iter_mut().enumerate() {
        *value = if index % 3 == 0 { 1e9 } else { -1e9 };
    }
    network.floats = floats;
    network.learn(&fools_mate(), None);
    assert!(network.quantised().is_ok());
    assert_eq!(LearningNetwork::read(&network.write()), Ok(network));
}

#[test]
fn a_file_that_is_none_is_refused_with_the_reason() {
    for neurons in NEURONS {
        let network = LearningNetwork::new(neurons, 1);
        assert_eq!(LearningNetwork::read(&network.write()), Ok(network));
    }
    let file = LearningNetwork::new(16, 1).write();
    let refused = |file: &[u8]| LearningNetwork::read(file).unwrap_err();
    assert_eq!(refused(b""), WeightsError::Foreign);
    assert_eq!(refused(b"PONDERN\x02 a network"), WeightsError::Foreign);
    let changed = |at: usize, byte: u8| {
        let mut file = file.clone();
        file[at] = byte;
        file
    };
    assert_eq!(refused(&changed(7, 2)), WeightsError::Version(2));
    assert_eq!(refused(&changed(8, 17)), WeightsError::Neurons(17));
    assert_eq!(refused(&changed(8, 64)), WeightsError::Length);
    assert_eq!(refused(&changed(500, 1)), WeightsError::Damaged);
    for length in (7..file.len()).step_by(997) {
        assert_eq!(refused(&file[..length]), WeightsError::Length, "{length}");
    }
    for odd in [f32::NAN, f32::INFINITY, 1e30] {
        let mut network = LearningNetwork::new(16, 1);
        network.floats.parameters[7] = odd;
        assert_eq!(refused(&network.write()), WeightsError::Range(7));
    }
}
