//! A network's strength from its results against yardsticks.

use serde::{Deserialize, Serialize};

use super::pair_counts::PairCounts;
use super::yardstick::Yardstick;
use crate::arena::Z_95;

/// Elo's logistic curve: logits per point.
const SLOPE: f64 = std::f64::consts::LN_10 / 400.0;
/// What is believed before any game: the mean and the deviation of a normal distribution, engine Elo.
const PRIOR: (f64, f64) = (300.0, 1_000.0);
const MAX_ITERATIONS: usize = 60;
/// The longest step of Newton's method, Elo.
const MAX_STEP: f64 = 200.0;

/// A strength with its 95 % interval, engine Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    pub elo: f64,
    /// Half the interval.
    pub error: f64,
}

impl Strength {
    /// The most probable strength by results against yardsticks, whose own strength is taken as
    /// exact (logistic curve, draws as half points, a wide normal prior).
    #[must_use]
    pub fn new(results: &[(Yardstick, PairCounts)]) -> Strength {
        let (mean, deviation) = PRIOR;
        let mut elo = mean;
        let mut information = 0.0;
        for _ in 0..MAX_ITERATIONS {
            let mut slope = (mean - elo) / (deviation * deviation);
            information = 1.0 / (deviation * deviation);
            for &(yardstick, pairs) in results {
                let expected = expected(elo - yardstick.elo());
                let games = f64::from(pairs.games());
                slope += SLOPE * (pairs.points() - games * expected);
                information += SLOPE * SLOPE * games * expected * (1.0 - expected);
            }
            elo += (slope / information).clamp(-MAX_STEP, MAX_STEP);
        }
        Strength {
            elo,
            error: Z_95 / information.sqrt(),
        }
    }
}

/// The expected score at a lead of `difference`, Elo.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-SLOPE * difference))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(count: u16, half_points: u8) -> PairCounts {
        let mut pairs = PairCounts::default();
        (0..count).for_each(|_| pairs.add(half_points));
        pairs
    }

    #[test]
    fn half_the_points_are_the_yardsticks_own_strength() {
        let even = Strength::new(&[(Yardstick::Level(4), pairs(5_000, 2))]);
        assert!(
            (even.elo - Yardstick::Level(4).elo()).abs() < 1.0,
            "{even:?}"
        );
        assert!((even.error - 6.8).abs() < 0.1, "{even:?}");
        let threequarters = Strength::new(&[(Yardstick::Level(4), pairs(5_000, 3))]);
        assert!((threequarters.elo - even.elo - 190.8).abs() < 1.0);
    }

    #[test]
    fn a_clean_score_is_finite_and_unsure() {
        for half_points in [0, 4] {
            let clean = Strength::new(&[(Yardstick::Dice, pairs(8, half_points))]);
            assert!(clean.elo.is_finite() && clean.error > 200.0, "{clean:?}");
        }
        let nothing = Strength::new(&[]);
        assert_eq!(nothing.elo, PRIOR.0);
    }

    #[test]
    fn yardsticks_are_in_the_order_of_their_strength() {
        assert!(Yardstick::ALL.map(Yardstick::elo).is_sorted());
    }
}
