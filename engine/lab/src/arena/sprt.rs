//! The sequential probability ratio test (SPRT) of two strengths.
//!
//! The strengths are in normalised Elo and the count is of pairs ("pentanomial GSPRT"), as on
//! Fishtest and OpenBench, so bounds and published counts compare. The ratio is between the most
//! likely distributions of pair results that have the one strength and the other.
//! Source of the theory: M. Van den Bergh, "Normalized Elo" and "A practical introduction to the
//! GSPRT"; the equations are derived in [`max_likelihood`].

use super::elo::{NORMALISED_ELO, pair_score};

/// A test of "the gain is `elo1`" against "the gain is `elo0`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Normalised Elo of the null hypothesis.
    pub elo0: f64,
    /// Normalised Elo of the alternative, more than `elo0`.
    pub elo1: f64,
    /// The probability of a wrong acceptance.
    pub alpha: f64,
    /// The probability of a wrong rejection.
    pub beta: f64,
}

/// The end of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// `elo1` is more likely.
    Accepted,
    /// `elo0` is more likely.
    Rejected,
}

/// Count of a result that has not occurred yet; pairs.
const EMPTY_COUNT: f64 = 1e-3;
/// Of [`max_likelihood`]; a few are enough unless the count is degenerate.
const MAX_ITERATIONS: usize = 50;
/// The iteration ends when no probability moves by more.
const TOLERANCE: f64 = 1e-12;
/// More than a double has bits.
const BISECTION_STEPS: usize = 80;

impl Sprt {
    /// A test with both error probabilities 5 %; `None` unless `elo0 < elo1`, both finite.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Option<Sprt> {
        (elo0.is_finite() && elo1.is_finite() && elo0 < elo1).then_some(Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        })
    }

    /// The log-likelihood ratios that end the test, ±2.94 for errors of 5 %. Source: A. Wald,
    /// "Sequential Tests of Statistical Hypotheses", 1945.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        ]
    }

    /// The log-likelihood ratio (LLR) of `elo1` against `elo0`.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pentanomial: &[u64; 5]) -> f64 {
        if pentanomial.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pentanomial.map(|count| (count as f64).max(EMPTY_COUNT));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        // A pair's deviation is a game's divided by √2.
        let distance = |elo: f64| elo / NORMALISED_ELO * std::f64::consts::SQRT_2;
        let null = max_likelihood(&observed, distance(self.elo0));
        let alternative = max_likelihood(&observed, distance(self.elo1));
        (0..5)
            .map(|index| counts[index] * libm::log(alternative[index] / null[index]))
            .sum()
    }

    /// The decision, if the count allows one.
    #[must_use]
    pub fn decision(&self, pentanomial: &[u64; 5]) -> Option<SprtDecision> {
        let ratio = self.log_likelihood_ratio(pentanomial);
        let [low, high] = self.bounds();
        if ratio >= high {
            Some(SprtDecision::Accepted)
        } else if ratio <= low {
            Some(SprtDecision::Rejected)
        } else {
            None
        }
    }
}

/// The distribution `p` that maximises the likelihood of the `observed` shares among those whose mean
/// is `distance` standard deviations above ½.
///
/// To maximise Σ observed·ln p where g(p) = mean − ½ − distance·deviation is 0 and Σ p = 1, Lagrange
/// demands observed / p = 1 + θ·φ, with φ the derivative of g up to a constant that makes Σ p·φ = g:
/// φ = x − ½ − distance·deviation·(1 + ((x − mean) / deviation)²) / 2. Mean and deviation are those
/// of `p` itself, so it is solved by iteration; θ is the root of Σ observed·φ / (1 + θ·φ) = 0.
fn max_likelihood(observed: &[f64; 5], distance: f64) -> [f64; 5] {
    let mut p = [0.2; 5];
    for _ in 0..MAX_ITERATIONS {
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
        let theta = root(observed, &phi);
        let next: [f64; 5] =
            std::array::from_fn(|index| observed[index] / (1.0 + theta * phi[index]));
        let moved = (0..5).map(|index| (next[index] - p[index]).abs());
        let moved = moved.fold(0.0, f64::max);
        p = next;
        if moved < TOLERANCE {
            break;
        }
    }
    p
}

/// The θ with Σ observed·φ / (1 + θ·φ) = 0 at which every 1 + θ·φ is positive: the sum falls all the
/// way between the poles. 0 where φ has one sign only, and so no root.
fn root(observed: &[f64; 5], phi: &[f64; 5]) -> f64 {
    let most = phi.iter().copied().fold(f64::MIN, f64::max);
    let least = phi.iter().copied().fold(f64::MAX, f64::min);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..BISECTION_STEPS {
        let middle = (low + high) / 2.0;
        let sum: f64 = (0..5)
            .map(|index| observed[index] * phi[index] / (1.0 + middle * phi[index]))
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
        assert_eq!(Sprt::new(0.0, 5.0).unwrap().decision(&[0; 5]), None);
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
        let t = 5.0 * std::f64::consts::SQRT_2 / NORMALISED_ELO;
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
        let observed = counts.map(|count| count / 200.0);
        for distance in [-0.3, 0.0, 0.05, 0.4] {
            let p = max_likelihood(&observed, distance);
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
        assert_eq!(
            test.decision(&[5, 40, 100, 80, 25]),
            Some(SprtDecision::Accepted)
        );
        assert_eq!(
            test.decision(&[40, 160, 300, 160, 40]),
            Some(SprtDecision::Rejected)
        );
        assert_eq!(test.decision(&[1, 4, 10, 5, 1]), None);
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
