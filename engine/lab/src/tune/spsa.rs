//! SPSA: simultaneous perturbation stochastic approximation (J. C. Spall, "Multivariate stochastic
//! approximation using a simultaneous perturbation gradient approximation", 1992). All parameters are
//! moved at once, each up or down at random; what the moved ones win against those moved the other way
//! moves all of them along.

use std::ops::RangeInclusive;

use rand::RngExt;

/// Exponents of the two gains' decay, as Spall recommends them.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Share of the trials after which the gain has fallen to about two thirds of its beginning.
const STABILITY: f64 = 0.1;
/// The last perturbation, as a share of a parameter's range.
const LAST_PERTURBATION: f64 = 0.04;
/// Distance of the trials' seeds; odd.
const SEED_STRIDE: u64 = 0xd134_2543_de82_ef95;

/// A search for the best values.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    ranges: Vec<RangeInclusive<i32>>,
    values: Vec<f64>,
    /// How much of the last perturbation a game's worth of results moves the values at the end.
    last_gain: f64,
    trials: u32,
    done: u32,
    seed: u64,
}

/// Two sets of values to be played against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaTrial {
    /// The values of side a, and of side b.
    pub sides: [Vec<i32>; 2],
    /// By parameter: the step for each point that side a is ahead.
    steps: Vec<f64>,
}

impl Spsa {
    /// A search of `trials` trials from these values. `last_gain` is the share of the last perturbation
    /// by which a point of the last trial moves a value; 0.002 for results of single games.
    #[must_use]
    pub fn new(
        values: &[i32],
        ranges: Vec<RangeInclusive<i32>>,
        trials: u32,
        last_gain: f64,
        seed: u64,
    ) -> Spsa {
        Spsa {
            ranges,
            values: values.iter().map(|&value| f64::from(value)).collect(),
            last_gain,
            trials: trials.max(1),
            done: 0,
            seed,
        }
    }

    /// The next trial; the same until its result is recorded. `None` after the last.
    #[must_use]
    pub fn trial(&self) -> Option<SpsaTrial> {
        if self.done == self.trials {
            return None;
        }
        let number = u64::from(self.done);
        let mut rng = engine::rng(self.seed.wrapping_add(number.wrapping_mul(SEED_STRIDE)));
        let (all, now) = (f64::from(self.trials), f64::from(self.done + 1));
        let stability = STABILITY * all;
        let perturbation_growth = (all / now).powf(GAMMA);
        let gain_growth = ((stability + all) / (stability + now)).powf(ALPHA);
        let mut trial = SpsaTrial {
            sides: [Vec::new(), Vec::new()],
            steps: Vec::new(),
        };
        for (&value, range) in self.values.iter().zip(&self.ranges) {
            let (low, high) = (f64::from(*range.start()), f64::from(*range.end()));
            let last = (LAST_PERTURBATION * (high - low)).max(0.5);
            let perturbation = last * perturbation_growth;
            let flip = if rng.random_range(0..2) == 0 {
                1.0
            } else {
                -1.0
            };
            for (side, sign) in trial.sides.iter_mut().zip([flip, -flip]) {
                // Rounded at random, so that small steps count on average.
                let moved = value + sign * perturbation + rng.random_range(0.0..1.0);
                side.push(moved.floor().clamp(low, high) as i32);
            }
            let gain = self.last_gain * gain_growth * last * last / (perturbation * perturbation);
            trial.steps.push(flip * gain * perturbation);
        }
        Some(trial)
    }

    /// Takes in the result of the present trial: how many points side a is ahead.
    pub fn record(&mut self, points: f64) {
        let Some(trial) = self.trial() else {
            return;
        };
        let values = self.values.iter_mut().zip(&self.ranges);
        for ((value, range), step) in values.zip(trial.steps) {
            let bounds = (f64::from(*range.start()), f64::from(*range.end()));
            *value = (*value + points * step).clamp(bounds.0, bounds.1);
        }
        self.done += 1;
    }

    /// Number of trials whose result is recorded.
    #[must_use]
    pub fn done(&self) -> u32 {
        self.done
    }

    /// The best values so far, rounded.
    #[must_use]
    pub fn values(&self) -> Vec<i32> {
        self.values
            .iter()
            .map(|value| value.round() as i32)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of a noisy game between two sets of values: who is nearer to the optimum wins more often.
    fn points(sides: &[Vec<i32>; 2], optimum: &[i32], rng: &mut engine::Rng) -> f64 {
        let distance = |values: &Vec<i32>| -> f64 {
            let squares = values.iter().zip(optimum);
            squares
                .map(|(value, best)| (f64::from(value - best) / 100.0).powi(2))
                .sum()
        };
        let ahead = distance(&sides[1]) - distance(&sides[0]);
        let expected = 1.0 / (1.0 + (-ahead).exp());
        if rng.random_range(0.0..1.0) < expected {
            1.0
        } else {
            -1.0
        }
    }

    #[test]
    fn the_optimum_of_a_noisy_function_is_found() {
        let optimum = [70, -20, 130];
        let ranges = vec![-100..=200; 3];
        let mut spsa = Spsa::new(&[0, 100, 0], ranges, 20_000, 0.02, 5);
        let mut rng = engine::rng(1);
        while let Some(trial) = spsa.trial() {
            assert_eq!(spsa.trial().as_ref(), Some(&trial));
            spsa.record(points(&trial.sides, &optimum, &mut rng));
        }
        assert_eq!(spsa.done(), 20_000);
        for (value, best) in spsa.values().into_iter().zip(optimum) {
            assert!((value - best).abs() <= 20, "{:?}", spsa.values());
        }
    }

    #[test]
    fn values_stay_in_their_ranges() {
        let ranges = vec![0..=10, 5..=5];
        let mut spsa = Spsa::new(&[10, 5], ranges.clone(), 200, 1.0, 2);
        while let Some(trial) = spsa.trial() {
            for side in &trial.sides {
                assert!(
                    side.iter()
                        .zip(&ranges)
                        .all(|(value, range)| range.contains(value))
                );
            }
            spsa.record(8.0);
        }
        assert!(
            spsa.values()
                .iter()
                .zip(&ranges)
                .all(|(value, range)| range.contains(value))
        );
    }
}
