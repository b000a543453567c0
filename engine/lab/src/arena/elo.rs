//! A match's score in Elo, with its confidence interval.

/// Half the width of a 95 % interval, in standard deviations.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;
/// Normalised Elo for each unit of (score - ½) / (standard deviation of a game): 800 / ln 10, so
/// that it equals Elo when every game is won or lost. Source: M. Van den Bergh, "Comments on
/// normalized Elo".
pub(super) const NORMALISED_ELO: f64 = 347.435_585_522_601_5;

/// The strength of the first player over the second, from pairs of games.
///
/// The variance is that of the pairs, so the openings' part cancels out. Elo is logistic; at a score
/// of 0 or 1 it is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Points a game, 0 to 1.
    pub score: f64,
    /// Half its 95 % interval.
    pub score_error: f64,
    pub elo: f64,
    /// The bounds of the 95 % interval: the Elo of the score's interval.
    pub low: f64,
    pub high: f64,
    /// Normalised Elo: the score's distance from ½ in standard deviations of a game.
    pub normalised: f64,
    /// Half its 95 % interval.
    pub normalised_error: f64,
    /// Likelihood of superiority: the probability that the first player is stronger.
    pub los: f64,
}

impl EloEstimate {
    /// From the pentanomial count: pairs by their points (0, ½, 1, 1½, 2). `None` without pairs.
    #[must_use]
    pub fn new(pentanomial: &[u64; 5]) -> Option<EloEstimate> {
        let count: u64 = pentanomial.iter().sum();
        if count == 0 {
            return None;
        }
        let count = count as f64;
        let share = |index: usize| pentanomial[index] as f64 / count;
        let score: f64 = (0..5).map(|index| share(index) * pair_score(index)).sum();
        let variance: f64 = (0..5)
            .map(|index| {
                let off = pair_score(index) - score;
                share(index) * off * off
            })
            .sum();
        let error = (variance / count).sqrt();
        // Two games a pair: a game's variance is twice that of their mean.
        let per_game = (2.0 * variance).sqrt();
        Some(EloEstimate {
            score,
            score_error: Z_95 * error,
            elo: elo(score),
            low: elo(score - Z_95 * error),
            high: elo(score + Z_95 * error),
            normalised: ratio(score - 0.5, per_game) * NORMALISED_ELO,
            normalised_error: Z_95 * NORMALISED_ELO / (2.0 * count).sqrt(),
            los: normal_cdf(ratio(score - 0.5, error)),
        })
    }

    /// Half the 95 % interval of the Elo.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The mean of a pair's two games.
pub(super) fn pair_score(index: usize) -> f64 {
    index as f64 / 4.0
}

/// The logistic Elo difference of a score: `400 log10(s / (1 - s))`.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * libm::log10(score / (1.0 - score))
}

/// `a / b` with 0 / 0 = 0.
fn ratio(a: f64, b: f64) -> f64 {
    if a == 0.0 { 0.0 } else { a / b }
}

/// The cumulative distribution function of the standard normal distribution.
fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
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

    #[test]
    fn no_pair_means_nothing_and_an_even_score_is_zero() {
        assert_eq!(EloEstimate::new(&[0; 5]), None);
        for pairs in [[0, 0, 9, 0, 0], [1, 2, 3, 2, 1], [5, 0, 0, 0, 5]] {
            let estimate = EloEstimate::new(&pairs).unwrap();
            near(estimate.elo, 0.0, 1e-9);
            near(estimate.normalised, 0.0, 1e-9);
            near(estimate.los, 0.5, 1e-12);
            near(estimate.low, -estimate.high, 1e-9);
        }
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        // 400 log10(3) = 190.85; ten pairs at 1 and ten at 2 points: standard deviation ¼,
        // error ¼ / √20, interval 0.6404 to 0.8596; a game's deviation ¼ √2, so √½ of a unit.
        let estimate = EloEstimate::new(&[0, 0, 10, 0, 10]).unwrap();
        near(estimate.elo, 190.848, 1e-3);
        near(
            estimate.low,
            400.0 * (0.640_436 / 0.359_564_f64).log10(),
            1e-2,
        );
        near(
            estimate.high,
            400.0 * (0.859_564 / 0.140_436_f64).log10(),
            1e-2,
        );
        near(estimate.normalised, 347.4356 / 2_f64.sqrt(), 1e-3);
    }

    #[test]
    fn figures_agree_with_those_published_with_fastchess() {
        // Its tests' values for (LL, LD, WL + DD, WD, WW): normalised Elo ±, Elo ±, los;
        // they are given to 1 %.
        let cases = [
            ([34, 54, 63, 64, 75], 57.94, 28.28, 55.58, 27.65, 1.0),
            (
                [332, 433, 498, 333, 334],
                -9.17,
                10.96,
                -8.64,
                10.33,
                0.0505,
            ),
            (
                [7895, 8757, 5685, 568, 9999],
                -19.01,
                2.65,
                -21.04,
                2.95,
                0.0,
            ),
        ];
        for (pairs, normalised, normalised_error, elo, error, los) in cases {
            let estimate = EloEstimate::new(&pairs).unwrap();
            near(estimate.normalised, normalised, 0.01);
            near(estimate.normalised_error, normalised_error, 0.01);
            near(estimate.elo, elo, 0.01);
            near(estimate.error(), error, 0.01);
            near(estimate.los, los, 1e-4);
        }
    }

    #[test]
    fn a_clean_score_is_infinite_and_not_a_fault() {
        let all = EloEstimate::new(&[0, 0, 0, 0, 3]).unwrap();
        assert_eq!(
            (all.elo, all.high, all.los),
            (f64::INFINITY, f64::INFINITY, 1.0)
        );
        let none = EloEstimate::new(&[3, 0, 0, 0, 0]).unwrap();
        assert_eq!((none.elo, none.los), (f64::NEG_INFINITY, 0.0));
    }
}
