//! Winning chances by the network's scores.

use super::white_chance;
use crate::rules::Color;
use crate::search::Score;

/// Converts the network's scores to those of the engine for which the curve of [`win_percent`] was
/// fitted: `650·tanh(cp / 500)`, from the scores of both in 679 positions of 13 games. The network scores
/// small advantages lower and decisive ones higher.
///
/// [`win_percent`]: super::win_percent
pub(super) fn rescaled(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(libm::round(650.0 * libm::tanh(f64::from(cp) / 500.0)) as i32),
        mate @ Score::Mate(_) => mate,
    }
}

/// The mover's winning chance at the network's score from its own view, percent.
#[must_use]
pub fn chance(score: Score) -> f64 {
    white_chance(rescaled(score), Color::White)
}
