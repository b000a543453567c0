//! Means with their standard errors.

/// A comparison is said when the difference is beyond so many standard errors.
const MIN_ERRORS: f64 = 2.0;
/// The fewest games on either side of a comparison.
const MIN_GAMES: u32 = 20;

/// A mean over games of different weight, such as the loss per move: the sum of the losses by the sum of
/// the moves. Moves of one game are alike, so the game is the unit of its error.
///
/// All sums are of whole numbers, so their order does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// Games with a weight.
    games: u32,
    value: u64,
    weight: u64,
    value_squares: u64,
    weight_squares: u64,
    products: u64,
}

impl Rate {
    /// Adds a game; without a weight it has no part in the mean.
    pub(super) fn add(&mut self, value: u32, weight: u32) {
        if weight == 0 {
            return;
        }
        let (value, weight) = (u64::from(value), u64::from(weight));
        self.games += 1;
        self.value += value;
        self.weight += weight;
        self.value_squares += value * value;
        self.weight_squares += weight * weight;
        self.products += value * weight;
    }

    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The sum of the weights: moves, for instance.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.weight
    }

    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.weight > 0).then(|| self.value as f64 / self.weight as f64)
    }

    /// The standard error of the mean, by the residuals of the games (ratio estimator; W. G. Cochran,
    /// "Sampling Techniques", 6.4); `None` for fewer than two games.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.games > 1)?;
        let residuals = self.value_squares as f64 - 2.0 * mean * self.products as f64
            + mean * mean * self.weight_squares as f64;
        let games = f64::from(self.games);
        let variance = residuals.max(0.0) * games / (games - 1.0);
        Some(variance.sqrt() / self.weight as f64)
    }

    /// Whether this mean is greater than another by more than chance: both of enough games, and the
    /// difference beyond two standard errors.
    #[must_use]
    pub fn exceeds(&self, other: &Rate) -> bool {
        let errors = self.standard_error().zip(other.standard_error());
        let (Some((one, another)), Some(mean), Some(others)) = (errors, self.mean(), other.mean())
        else {
            return false;
        };
        let error = (one * one + another * another).sqrt();
        self.games.min(other.games) >= MIN_GAMES && mean - others > MIN_ERRORS * error
    }
}

/// Whether one of two counts of the same games is greater than another by more than chance (Poisson).
pub(super) fn count_exceeds(one: u32, another: u32) -> bool {
    let (one, another) = (f64::from(one), f64::from(another));
    one - another > MIN_ERRORS * (one + another).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(games: &[(u32, u32)]) -> Rate {
        let mut rate = Rate::default();
        for &(value, weight) in games {
            rate.add(value, weight);
        }
        rate
    }

    /// By hand: mean 3; residuals 10 − 12 = −2 and 8 − 6 = 2, so the variance is 8·2/1, its root 4, by 6.
    #[test]
    fn the_error_is_that_of_the_games_residuals() {
        let rate = rate(&[(10, 4), (8, 2), (5, 0)]);
        assert_eq!((rate.games(), rate.weight()), (2, 6));
        assert_eq!(rate.mean(), Some(3.0));
        let error = rate.standard_error().unwrap();
        assert!((error - 4.0 / 6.0).abs() < 1e-12, "{error}");
        assert_eq!(Rate::default().mean(), None);
        assert_eq!(self::rate(&[(1, 1)]).standard_error(), None);
    }

    #[test]
    fn a_difference_needs_enough_games_and_two_errors() {
        let alternating = |count: u32, low: u32, high: u32| {
            let games = (0..count).map(|game| (if game % 2 == 0 { low } else { high }, 10));
            rate(&games.collect::<Vec<_>>())
        };
        let low = alternating(40, 10, 20);
        assert!(alternating(40, 20, 30).exceeds(&low));
        assert!(!low.exceeds(&alternating(40, 20, 30)));
        assert!(!alternating(18, 20, 30).exceeds(&low), "too few games");
        assert!(!alternating(40, 11, 21).exceeds(&low), "within the noise");
        assert!(count_exceeds(30, 10) && !count_exceeds(12, 8));
    }
}
