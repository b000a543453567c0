//! Evaluation noise of the lower levels: a reproducible error on each position's score.

use super::evaluator::{EVAL_LIMIT, Evaluator};
use crate::random::mix;
use crate::rules::Position;

/// An error on every evaluation, a function of position and seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// Maximum error, centipawns; the mean absolute error is half of it.
    pub max_cp: u16,
    /// Another seed gives another error for each position.
    pub seed: u64,
}

impl Noise {
    /// The error of this position, centipawns, side to move: uniform from `-max_cp` to `max_cp`.
    #[must_use]
    pub fn error(self, position: &Position) -> i32 {
        self.error_of_key(position.key())
    }

    fn error_of_key(self, key: u64) -> i32 {
        let drawn = mix(key ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 32;
        let width = 2 * u64::from(self.max_cp) + 1;
        ((drawn * width) >> 32) as i32 - i32::from(self.max_cp)
    }
}

/// An evaluation with noise added.
pub(super) struct Noisy {
    pub sound: Box<dyn Evaluator>,
    pub noise: Noise,
}

impl Evaluator for Noisy {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.begin(0);
        self.evaluate_at(position, 0)
    }

    fn evaluate_at(&mut self, position: &Position, ply: usize) -> i32 {
        (self.sound.evaluate_at(position, ply) + self.noise.error(position))
            .clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
    }

    fn begin(&mut self, ply: usize) {
        self.sound.begin(ply);
    }

    fn moved(&mut self, before: &Position, after: &Position, ply: usize) {
        self.sound.moved(before, after, ply);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{EvalConfig, Evaluation};

    #[test]
    fn a_position_is_misjudged_alike_every_time_and_differently_by_seed() {
        let position = Position::startpos();
        let score = |seed| {
            let config = EvalConfig {
                noise: Some(Noise { max_cp: 200, seed }),
                ..Evaluation::Material.into()
            };
            config.evaluator().evaluate(&position)
        };
        assert_eq!(score(1), score(1));
        let all: std::collections::BTreeSet<i32> = (0..20).map(score).collect();
        assert!(
            all.len() > 10 && all.iter().all(|cp| cp.abs() <= 200),
            "{all:?}"
        );
    }

    #[test]
    fn errors_cover_their_range_evenly() {
        let noise = Noise {
            max_cp: 100,
            seed: 3,
        };
        let errors: Vec<i32> = (0..10_000).map(|key| noise.error_of_key(key)).collect();
        let mean = errors.iter().sum::<i32>() / 10_000;
        assert!(mean.abs() <= 3, "{mean}");
        assert_eq!(errors.iter().max(), Some(&100));
        assert_eq!(errors.iter().min(), Some(&-100));
    }

    #[test]
    fn no_evaluation_becomes_a_mate() {
        /// An evaluation at its bound.
        struct Extreme;
        impl Evaluator for Extreme {
            fn evaluate(&mut self, _: &Position) -> i32 {
                EVAL_LIMIT - 1
            }
        }
        let position = Position::startpos();
        let raised = (0..).map(|seed| Noise {
            max_cp: u16::MAX,
            seed,
        });
        let noise = raised.into_iter().find(|noise| noise.error(&position) > 0);
        let mut noisy = Noisy {
            sound: Box::new(Extreme),
            noise: noise.expect("half of the seeds raise the score"),
        };
        assert_eq!(noisy.evaluate(&position), EVAL_LIMIT - 1);
    }
}
