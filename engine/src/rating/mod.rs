//! A visitor's strength on the scale of the levels, from results and from what their moves lost.
//!
//! Bayesian: what is known is a normal distribution over Elo and over how careful the visitor is for that Elo, since
//! people of one strength differ in what their moves lose. A game changes it twice: the logarithm of the moves' mean
//! loss, which falls with Elo along a line, by Kalman's rule (R. E. Kalman, 1960); the result by the likelihood of
//! Davidson's model of draws (R. R. Davidson, 1970), after which the product is made normal again by its mean and
//! variance. Before each game the distribution grows wider, since people change.

mod losses;
mod model;
mod numbers;

pub use losses::{LOSS_NODES, MoveLosses, hundredths};
pub use model::{RatedResult, expected_score};
pub use numbers::InvalidRating;

use crate::player::{Level, Strength};

/// What is known of a visitor's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[f64; 5]", into = "[f64; 5]"))]
pub struct Rating {
    /// Mean of the strength: engine Elo, as [`Strength::elo`].
    pub elo: f64,
    /// Its variance, Elo².
    elo_variance: f64,
    /// Mean of the carelessness: logarithm of what the moves lose, less that of levels of the same Elo.
    carelessness: f64,
    carelessness_variance: f64,
    /// Of strength and carelessness.
    covariance: f64,
}

/// A finished game of a visitor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedGame {
    /// The opponent's strength.
    pub opponent: Strength,
    /// The visitor's result.
    pub result: RatedResult,
    /// Moves that the visitor made.
    pub moves: u16,
    /// What their moves lost.
    pub losses: MoveLosses,
}

/// The deviation of the strength before the first game, Elo.
const FIRST_DEVIATION: f64 = 500.0;
/// That of the carelessness.
const FIRST_CARELESSNESS: f64 = 0.35;
/// How much a strength changes from one game to the next, standard deviation, Elo.
const CHANGE: f64 = 20.0;
/// Now and then it changes by more: how often, and by how much.
const LEAP_SHARE: f64 = 0.015;
const LEAP: f64 = 300.0;
/// Nobody is rated further than this beyond the levels, Elo: who loses on purpose is soon found again.
const BEYOND: f64 = 100.0;
/// A game with fewer moves of the visitor says nothing.
const MIN_MOVES: u16 = 5;
/// A distribution is summed over so many deviations to each side of its mean, and so many steps.
const REACH: f64 = 6.0;
const STEPS: i32 = 90;

impl RatedGame {
    /// Whether it says anything: the visitor made some moves.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.moves >= MIN_MOVES
    }
}

impl Default for Rating {
    /// Level 3, and little certainty.
    fn default() -> Rating {
        Rating {
            elo: f64::from(Strength::from(Level::default()).elo()),
            elo_variance: FIRST_DEVIATION * FIRST_DEVIATION,
            carelessness: 0.0,
            carelessness_variance: FIRST_CARELESSNESS * FIRST_CARELESSNESS,
            covariance: 0.0,
        }
    }
}

impl Rating {
    /// Nine tenths of a normal distribution lie within so many deviations of its mean.
    pub const NINE_TENTHS: f64 = 1.645;

    /// What is known after a game.
    #[must_use]
    pub fn after(self, game: &RatedGame) -> Rating {
        if !game.counts() {
            return self;
        }
        let before = Rating {
            elo_variance: self.elo_variance + CHANGE * CHANGE,
            ..self
        };
        let after = before
            .after_losses(game.losses)
            .after_result(game.result, game.opponent);
        let [weakest, strongest] =
            [Level::WEAKEST, Level::STRONGEST].map(|level| f64::from(level.elo()));
        Rating {
            elo: after.elo.clamp(weakest - BEYOND, strongest + BEYOND),
            ..after
        }
    }

    /// The standard deviation of the strength, Elo.
    #[must_use]
    pub fn deviation(self) -> f64 {
        self.elo_variance.sqrt()
    }

    /// The strength that is most likely theirs: against it they are expected to score half.
    #[must_use]
    pub fn strength(self) -> Strength {
        nearest(self.elo)
    }

    /// The strengths between which theirs lies with nine chances in ten.
    #[must_use]
    pub fn interval(self) -> [Strength; 2] {
        let reach = Rating::NINE_TENTHS * self.deviation();
        [-reach, reach].map(|off| nearest(self.elo + off))
    }

    /// The score that is expected against an opponent, 0 to 1, the uncertainty included.
    #[must_use]
    pub fn expected(self, opponent: Strength) -> f64 {
        let opponent = f64::from(opponent.elo());
        let deviation = self.deviation();
        let points = steps().map(|(off, density)| {
            let score = expected_score(self.elo + off * deviation - opponent);
            (density * score, density)
        });
        let (score, all) = points.fold((0.0, 0.0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
        score / all
    }

    /// Kalman's rule for one number that depends on both along a line.
    fn after_losses(self, losses: MoveLosses) -> Rating {
        let Some(seen) = losses.observed() else {
            return self;
        };
        let slope = losses::PER_ELO;
        let expected = losses::AT_ZERO + slope * self.elo + self.carelessness;
        // Covariances of what is seen with strength and with carelessness.
        let with_elo = slope * self.elo_variance + self.covariance;
        let with_carelessness = slope * self.covariance + self.carelessness_variance;
        let variance = slope * with_elo + with_carelessness + seen.variance;
        let off = (seen.logarithm - expected) / variance;
        Rating {
            elo: self.elo + with_elo * off,
            carelessness: self.carelessness + with_carelessness * off,
            elo_variance: self.elo_variance - with_elo * with_elo / variance,
            carelessness_variance: self.carelessness_variance
                - with_carelessness * with_carelessness / variance,
            covariance: self.covariance - with_elo * with_carelessness / variance,
        }
    }

    /// The strength's distribution multiplied by the result's likelihood; carelessness follows as far as the two
    /// depend on each other.
    fn after_result(self, result: RatedResult, opponent: Strength) -> Rating {
        let opponent = f64::from(opponent.elo());
        let deviation = (self.elo_variance + LEAP * LEAP).sqrt();
        let narrow = self.deviation();
        let (mut all, mut first, mut second) = (0.0, 0.0, 0.0);
        for (at, density) in steps() {
            let off = at * deviation;
            let as_usual = (-(off / narrow).powi(2) / 2.0).exp() / narrow;
            let leaps = density / deviation;
            let weight = ((1.0 - LEAP_SHARE) * as_usual + LEAP_SHARE * leaps)
                * model::likelihood(result, self.elo + off, opponent);
            all += weight;
            first += weight * off;
            second += weight * off * off;
        }
        // Nothing fits at all: nothing is learnt.
        if all < f64::MIN_POSITIVE {
            return self;
        }
        let off = first / all;
        let variance = (second / all - off * off).max(1.0);
        let share = self.covariance / self.elo_variance;
        Rating {
            elo: self.elo + off,
            elo_variance: variance,
            carelessness: self.carelessness + share * off,
            carelessness_variance: self.carelessness_variance - share * self.covariance
                + share * share * variance,
            covariance: share * variance,
        }
    }
}

/// Points of a normal distribution, in deviations from its mean, with the density there up to a factor.
fn steps() -> impl Iterator<Item = (f64, f64)> {
    (-STEPS..=STEPS).map(|step| {
        let off = f64::from(step) * REACH / f64::from(STEPS);
        (off, (-off * off / 2.0).exp())
    })
}

/// The strength whose Elo is nearest.
fn nearest(elo: f64) -> Strength {
    let distance = |strength: &Strength| (f64::from(strength.elo()) - elo).abs();
    let nearer = |one: Strength, other: Strength| match distance(&other) < distance(&one) {
        true => other,
        false => one,
    };
    Strength::all().reduce(nearer).unwrap_or_default()
}

#[cfg(test)]
mod tests;
