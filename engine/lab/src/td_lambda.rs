//! Temporal differences over a game: what the λ-returns are.

use engine::rules::Color;

/// The λ-returns of expected scores that end in `result`: `G(t) = (1 − λ) · J(t + 1) + λ · G(t + 1)`
/// (R. S. Sutton, A. G. Barto, "Reinforcement Learning", 2018, 12.1).
pub(crate) fn lambda_returns(scores: &[f32], result: f32, lambda: f32) -> Vec<f32> {
    let mut returns = vec![0.0; scores.len()];
    let (mut next_score, mut next_return) = (result, result);
    for (value, score) in returns.iter_mut().zip(scores).rev() {
        *value = (1.0 - lambda) * next_score + lambda * next_return;
        (next_score, next_return) = (*score, *value);
    }
    returns
}

/// White's expected score from `side`'s, or the other way round.
pub(crate) fn for_white(side: Color, score: f32) -> f32 {
    match side {
        Color::White => score,
        Color::Black => 1.0 - score,
    }
}

/// White's points; `winner` is `None` for a draw.
pub(crate) fn points_of_white(winner: Option<Color>) -> f32 {
    match winner {
        Some(Color::White) => 1.0,
        None => 0.5,
        Some(Color::Black) => 0.0,
    }
}
