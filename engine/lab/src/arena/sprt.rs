//! The sequential probability ratio test: goes on until one of two strengths is clearly unlikely.
//!
//! The strengths are in normalised Elo and the count is of pairs ("pentanomial GSPRT"), as on
//! Fishtest and OpenBench, so bounds and published counts compare. The ratio is between the most
//! likely distributions of pair results that have the one strength and the other.
//! Source of the theory: M. Van den Bergh, "Normalized Elo" and "A practical introduction to the
//! GSPRT"; the equations below are derived in [`most_likely`].

use super::estimate::{NORMALISED, pair_score};

/// A test of "the gain is `elo1`" against "the gain is `elo0`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Normalised Elo of the null hypothesis.
    pub elo0: f64,
    /// Normalised Elo of the alternative, more than `elo0`.
    pub elo1: f64,
    /// The share of wrong acceptances.
    pub alpha: f64,
    /// The share of wrong rejections.
    pub beta: f64,
}

/// What a test came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The gain is rather `elo1`.
    Accepted,
    /// The gain is rather `elo0`.
    Rejected,
}

/// Stands in for a result that has not occurred yet, since it may; pairs.
const UNSEEN: f64 = 1e-3;
/// Rounds of [`most_likely`]; a handful is enough unless the count is degenerate.
const ROUNDS: usize = 50;
/// And no more once no probability moves by so much.
const SETTLED: f64 = 1e-12;
/// Halvings of an interval: more than a double has bits.
const HALVINGS: usize = 80;

impl Sprt {
    /// A test with both shares of errors 5 %; `None` unless `elo0 < elo1`, both finite.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Option<Sprt> {
        (elo0.is_finite() && elo1.is_finite() && elo0 < elo1).then_some(Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        })
    }

    /// The log-likelihood ratios that end the test, ±2.94 for shares of 5 %. Source: A. Wald,
    /// "Sequential Tests of Statistical Hypotheses", 1945.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        ]
    }

    /// The logarithm of how much more likely the count is under `elo1` than under `elo0`.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| (count as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        // A pair's deviation is a game's divided by √2.
        let distance = |elo: f64| elo / NORMALISED * std::f64::consts::SQRT_2;
        let null = most_likely(&seen, distance(self.elo0));
        let alternative = most_likely(&seen, distance(self.elo1));
        (0..5)
            .map(|index| counts[index] * libm::log(alternative[index] / null[index]))
            .sum()
    }

    /// The test's end, if the count decides it.
    #[must_use]
    pub fn verdict(&self, pairs: &[u64; 5]) -> Option<Verdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        let [low, high] = self.bounds();
        if ratio >= high {
            Some(Verdict::Accepted)
        } else if ratio <= low {
            Some(Verdict::Rejected)
        } else {
            None
        }
    }
}

/// The distribution `p` under which the shares `seen` are most likely, among those whose mean is
/// `distance` standard deviations above ½.
///
/// To maximise Σ seen·ln p where g(p) = mean − ½ − distance·deviation is 0 and Σ p = 1, Lagrange
/// demands seen / p = 1 + θ·φ, with φ the derivative of g up to a constant that makes Σ p·φ = g:
/// φ = x − ½ − distance·deviation·(1 + ((x − mean) / deviation)²) / 2. Mean and deviation are those
/// of `p` itself, so it is solved in rounds; θ is the root of Σ seen·φ / (1 + θ·φ) = 0.
fn most_likely(seen: &[f64; 5], distance: f64) -> [f64; 5] {
    let mut p = [0.2; 5];
    for _ in 0..ROUNDS {
        let mean: f64 = (0..5).map(|index| p[index] * pair_score(index)).sum();
        let deviation = (0..5)
            .map(|index| {
                let off = pair_score(index) - mean;
                p[index] * off * off
            })
            .sum::<f64>()
            .sqrt();
        let phi: [f64; 5] = std::array::from_fn(|index| {
            let x = pair_score(index);
            let off = (x - mean) / deviation;
            x - 0.5 - distance * deviation * (1.0 + off * off) / 2.0
        });
        let theta = root(seen, &phi);
        let next: [f64; 5] = std::array::from_fn(|index| seen[index] / (1.0 + theta * phi[index]));
        let moved = (0..5).map(|index| (next[index] - p[index]).abs());
        let moved = moved.fold(0.0, f64::max);
        p = next;
        if moved < SETTLED {
            break;
        }
    }
    p
}

/// The θ with Σ seen·φ / (1 + θ·φ) = 0 at which every 1 + θ·φ is positive: the sum falls all the
/// way between the poles. 0 where φ has one sign only, and so no root.
fn root(seen: &[f64; 5], phi: &[f64; 5]) -> f64 {
    let most = phi.iter().copied().fold(f64::MIN, f64::max);
    let least = phi.iter().copied().fold(f64::MAX, f64::min);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        let sum: f64 = (0..5)
            .map(|index| seen[index] * phi[index] / (1.0 + middle * phi[index]))
            .sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    fn ratio(elo0: f64, elo1: f64, pairs: [u64; 5]) -> f64 {
        Sprt::new(elo0, elo1).unwrap().log_likelihood_ratio(&pairs)
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let [low, high] = Sprt::new(0.0, 5.0).unwrap().bounds();
        near(low, -2.944_439, 1e-6);
        near(high, 2.944_439, 1e-6);
        for (elo0, elo1) in [
            (5.0, 5.0),
            (5.0, 0.0),
            (f64::NAN, 1.0),
            (0.0, f64::INFINITY),
        ] {
            assert!(Sprt::new(elo0, elo1).is_none());
        }
    }

    #[test]
    fn nothing_played_decides_nothing() {
        assert_eq!(ratio(0.0, 5.0, [0; 5]), 0.0);
        assert_eq!(Sprt::new(0.0, 5.0).unwrap().verdict(&[0; 5]), None);
    }

    #[test]
    fn ratios_agree_with_those_published_with_fastchess() {
        // Its tests' values, given to 1 %.
        let cases = [
            (0.0, 2.0, [365, 16_618, 36_229, 16_974, 390], 2.25),
            (-1.75, 0.25, [127, 4_883, 10_712, 5_150, 104], 3.01),
        ];
        for (elo0, elo1, pairs, expected) in cases {
            near(ratio(elo0, elo1, pairs), expected, 0.04);
        }
    }

    #[test]
    fn ratios_agree_with_a_direct_maximisation() {
        // With results of ½, 1 and 1½ points only, one parameter is left free by strength and sum;
        // a golden-section search over it, apart from this code, gave these.
        let cases = [
            (0.0, 30.0, [0, 40, 100, 80, 0], 4.992_078),
            (0.0, 10.0, [0, 160, 300, 150, 0], -1.075_960),
            (-10.0, 0.0, [0, 40, 100, 60, 0], 1.315_923),
        ];
        for (elo0, elo1, pairs, expected) in cases {
            near(ratio(elo0, elo1, pairs), expected, 5e-4);
        }
        // With wins and losses only, p = ½ + t / 2√(1 + t²).
        let t = 5.0 * std::f64::consts::SQRT_2 / NORMALISED;
        let expected = 104.0 * (1.0 + t / (1.0 + t * t).sqrt()).ln();
        near(ratio(0.0, 5.0, [0, 0, 0, 0, 104]), expected, 1e-3);
    }

    #[test]
    fn the_ratio_is_odd_under_swapping_sides() {
        let pairs = [3, 40, 100, 70, 12];
        let swapped = [12, 70, 100, 40, 3];
        near(ratio(0.0, 30.0, pairs), -ratio(-30.0, 0.0, swapped), 1e-9);
        near(ratio(-10.0, 10.0, [9, 20, 40, 20, 9]), 0.0, 1e-9);
    }

    #[test]
    fn the_most_likely_distribution_has_the_strength_it_is_for() {
        let counts = [5.0, 30.0, 90.0, 60.0, 15.0];
        let seen = counts.map(|count| count / 200.0);
        for distance in [-0.3, 0.0, 0.05, 0.4] {
            let p = most_likely(&seen, distance);
            let total: f64 = p.iter().sum();
            let mean: f64 = (0..5).map(|index| p[index] * pair_score(index)).sum();
            let variance: f64 = (0..5)
                .map(|index| p[index] * (pair_score(index) - mean) * (pair_score(index) - mean))
                .sum();
            near(total, 1.0, 1e-9);
            near((mean - 0.5) / variance.sqrt(), distance, 1e-9);
        }
    }

    #[test]
    fn a_clear_gain_is_accepted_and_none_is_rejected() {
        let test = Sprt::new(0.0, 30.0).unwrap();
        assert_eq!(test.verdict(&[5, 40, 100, 80, 25]), Some(Verdict::Accepted));
        assert_eq!(
            test.verdict(&[40, 160, 300, 160, 40]),
            Some(Verdict::Rejected)
        );
        assert_eq!(test.verdict(&[1, 4, 10, 5, 1]), None);
    }

    #[test]
    fn degenerate_counts_give_finite_ratios() {
        for index in 0..5 {
            for count in [1, 10, 100_000] {
                let mut pairs = [0; 5];
                pairs[index] = count;
                assert!(ratio(0.0, 30.0, pairs).is_finite(), "{pairs:?}");
                assert!(ratio(-400.0, 400.0, pairs).is_finite(), "{pairs:?}");
            }
        }
    }
}
