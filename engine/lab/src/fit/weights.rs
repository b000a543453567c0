//! The weights as floats, the loss and its gradient.

use engine::eval::tuned::{COUNT, DANGER_ENDGAME, DANGER_SQUARE, TEMPO, WEIGHTS};

use super::samples::{FitSample, FitSamples};

/// As in the evaluation.
const MAX_DANGER: f32 = 1_000.0;

/// The weights being fitted: centipawns, or king danger.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedWeights {
    /// Middlegame and endgame by weight, then the tempo in both.
    pub values: Vec<[f32; 2]>,
    /// Logits per centipawn.
    pub sigmoid_scale: f32,
}

/// The loss over positions and its derivative by each weight.
#[derive(Clone, Debug)]
pub struct WeightGradient {
    pub values: Vec<[f32; 2]>,
    /// Summed cross-entropy.
    pub loss: f64,
    pub positions: usize,
}

impl WeightGradient {
    /// Zero.
    #[must_use]
    pub fn zero() -> WeightGradient {
        WeightGradient {
            values: vec![[0.0; 2]; COUNT + 1],
            loss: 0.0,
            positions: 0,
        }
    }

    /// Adds another gradient.
    pub fn add(&mut self, other: &WeightGradient) {
        for (own, other) in self.values.iter_mut().zip(&other.values) {
            own[0] += other[0];
            own[1] += other[1];
        }
        self.loss += other.loss;
        self.positions += other.positions;
    }

    /// Mean cross-entropy of a position.
    #[must_use]
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.positions.max(1) as f64
    }
}

/// A sample's score with the factors that the gradient needs.
struct SampleScore {
    /// Centipawns from White's point of view.
    total: f32,
    /// The factor of the endgame score.
    endgame: f32,
    /// The derivative by danger: by side, middlegame and endgame.
    danger: [[f32; 2]; 2],
}

impl FittedWeights {
    /// The weights of the engine.
    #[must_use]
    pub fn current(sigmoid_scale: f32) -> FittedWeights {
        let mut values: Vec<[f32; 2]> = WEIGHTS
            .iter()
            .map(|weight| [weight.middlegame as f32, weight.endgame as f32])
            .collect();
        values.push([TEMPO as f32; 2]);
        FittedWeights {
            values,
            sigmoid_scale,
        }
    }

    fn score(&self, sample: &FitSample<'_>) -> SampleScore {
        let mut sum = [0.0f32; 2];
        for &(index, count) in sample.linear {
            let [middlegame, endgame] = self.values[usize::from(index)];
            sum[0] += middlegame * f32::from(count);
            sum[1] += endgame * f32::from(count);
        }
        let mut danger = [[0.0f32; 2]; 2];
        for &(index, white, black) in sample.danger {
            let [middlegame, endgame] = self.values[usize::from(index)];
            for (side, count) in [white, black].into_iter().enumerate() {
                danger[side][0] += middlegame * f32::from(count);
                danger[side][1] += endgame * f32::from(count);
            }
        }
        let mut slopes = [[0.0f32; 2]; 2];
        for (side, sign) in [1.0f32, -1.0].into_iter().enumerate() {
            let [middlegame, endgame] = danger[side];
            let square = middlegame.clamp(0.0, MAX_DANGER);
            sum[0] += sign * square * square / DANGER_SQUARE as f32;
            sum[1] += sign * endgame.clamp(0.0, MAX_DANGER) / DANGER_ENDGAME as f32;
            if (0.0..MAX_DANGER).contains(&middlegame) {
                slopes[side][0] = 2.0 * square / DANGER_SQUARE as f32;
            }
            if (0.0..MAX_DANGER).contains(&endgame) {
                slopes[side][1] = 1.0 / DANGER_ENDGAME as f32;
            }
        }
        let scale = sample.scale[usize::from(sum[1] < 0.0)];
        let endgame = scale * (1.0 - sample.middlegame);
        let tempo = sample.tempo_sign * self.values[COUNT][0];
        SampleScore {
            total: sum[0] * sample.middlegame + sum[1] * endgame + tempo,
            endgame,
            danger: slopes,
        }
    }

    /// The gradient over a range of samples.
    pub fn gradient(
        &self,
        samples: &FitSamples,
        range: impl Iterator<Item = usize>,
    ) -> WeightGradient {
        let mut gradient = WeightGradient::zero();
        for index in range {
            let sample = samples.get(index);
            let score = self.score(&sample);
            let (loss, error) = self.error(score.total, sample.target);
            gradient.loss += f64::from(loss);
            gradient.positions += 1;
            let slopes = [error * sample.middlegame, error * score.endgame];
            for &(index, count) in sample.linear {
                let value = &mut gradient.values[usize::from(index)];
                value[0] += slopes[0] * f32::from(count);
                value[1] += slopes[1] * f32::from(count);
            }
            for &(index, white, black) in sample.danger {
                let value = &mut gradient.values[usize::from(index)];
                for phase in 0..2 {
                    let [own, other] = [score.danger[0][phase], score.danger[1][phase]];
                    value[phase] +=
                        slopes[phase] * (own * f32::from(white) - other * f32::from(black));
                }
            }
            gradient.values[COUNT][0] += error * sample.tempo_sign;
        }
        gradient
    }

    /// The summed cross-entropy over a range of samples.
    pub fn loss(&self, samples: &FitSamples, range: impl Iterator<Item = usize>) -> f64 {
        range
            .map(|index| {
                let sample = samples.get(index);
                f64::from(self.error(self.score(&sample).total, sample.target).0)
            })
            .sum()
    }

    /// The cross-entropy of a score, and its derivative by centipawn.
    fn error(&self, score: f32, target: f32) -> (f32, f32) {
        let expected = 1.0 / (1.0 + (-self.sigmoid_scale * score).exp());
        let sure = expected.clamp(1e-6, 1.0 - 1e-6);
        let loss = -(target * sure.ln() + (1.0 - target) * (1.0 - sure).ln());
        (loss, self.sigmoid_scale * (expected - target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::{Evaluator, Tuned};
    use engine::rules::{Color, Position};

    fn samples() -> FitSamples {
        let mut samples = FitSamples::default();
        for fen in engine::BENCH_POSITIONS {
            samples.push(&Position::from_fen(fen).unwrap(), 0.75);
        }
        samples
    }

    #[test]
    fn the_fit_evaluates_as_the_engine_does() {
        let samples = samples();
        let weights = FittedWeights::current(0.005);
        for (index, fen) in engine::BENCH_POSITIONS.into_iter().enumerate() {
            let position = Position::from_fen(fen).unwrap();
            if position.by_color(!position.side_to_move()).len() == 1 {
                continue; // the drive against a bare king is not fitted
            }
            let own = Tuned::default().evaluate(&position) as f32;
            let white = match position.side_to_move() {
                Color::White => own,
                Color::Black => -own,
            };
            let total = weights.score(&samples.get(index)).total;
            assert!((total - white).abs() <= 4.0, "{fen}: {total} {white}");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = samples();
        let weights = FittedWeights::current(0.005);
        let all = || 0..samples.len();
        let gradient = weights.gradient(&samples, all());
        for index in (0..=COUNT).step_by(7) {
            for phase in 0..2 {
                let moved = |by: f32| {
                    let mut weights = weights.clone();
                    weights.values[index][phase] += by;
                    weights.loss(&samples, all())
                };
                let slope = (moved(0.5) - moved(-0.5)) as f32;
                let expected = gradient.values[index][phase];
                assert!(
                    (slope - expected).abs() < 2e-3,
                    "{index} {phase}: {slope} {expected}"
                );
            }
        }
    }
}
