//! A rating as plain numbers, as it is sent and stored.

use super::{BEYOND, Rating};
use crate::player::Level;

/// The widest deviations that are read, of the strength in Elo and of the carelessness.
const MAX_DEVIATIONS: [f64; 2] = [2_000.0, 2.0];

/// Five numbers that are no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected mean and variance of strength and carelessness, and their covariance")]
pub struct InvalidRating;

/// Strength, its variance, carelessness, its variance, their covariance.
impl From<Rating> for [f64; 5] {
    fn from(rating: Rating) -> [f64; 5] {
        [
            rating.elo,
            rating.elo_variance,
            rating.carelessness,
            rating.carelessness_variance,
            rating.covariance,
        ]
    }
}

impl TryFrom<[f64; 5]> for Rating {
    type Error = InvalidRating;

    fn try_from(numbers: [f64; 5]) -> Result<Rating, InvalidRating> {
        let [
            elo,
            elo_variance,
            carelessness,
            carelessness_variance,
            covariance,
        ] = numbers;
        let [weakest, strongest] =
            [Level::WEAKEST, Level::STRONGEST].map(|level| f64::from(level.elo()));
        let [widest, most_careless] = MAX_DEVIATIONS;
        let is_rating = (weakest - BEYOND..=strongest + BEYOND).contains(&elo)
            && elo_variance > 0.0
            && elo_variance <= widest * widest
            && carelessness.abs() <= 10.0 * most_careless
            && carelessness_variance > 0.0
            && carelessness_variance <= most_careless * most_careless
            && covariance * covariance <= elo_variance * carelessness_variance;
        is_rating
            .then_some(Rating {
                elo,
                elo_variance,
                carelessness,
                carelessness_variance,
                covariance,
            })
            .ok_or(InvalidRating)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Strength;
    use crate::rating::{MoveLosses, RatedGame, RatedResult};

    #[test]
    fn every_rating_is_read_as_it_was_written() {
        let mut rating = Rating::default();
        for number in 0..300_u32 {
            assert_eq!(Rating::try_from(<[f64; 5]>::from(rating)), Ok(rating));
            let strengths = Strength::all().count() as u32;
            let opponent = Strength::all().nth((number * 37 % strengths) as usize);
            rating = rating.after(&RatedGame {
                opponent: opponent.unwrap_or_default(),
                result: [RatedResult::Won, RatedResult::Drawn, RatedResult::Lost]
                    [(number / 20 % 3) as usize],
                moves: 30,
                losses: MoveLosses {
                    moves: 20,
                    hundredths: number * 997 % 60_000,
                },
            });
        }
    }

    #[test]
    fn other_numbers_are_no_rating() {
        let good = <[f64; 5]>::from(Rating::default());
        for (index, wrong) in [
            (0, -1.0),
            (0, 1e9),
            (0, f64::NAN),
            (1, 0.0),
            (1, -4.0),
            (1, f64::INFINITY),
            (2, 1e9),
            (3, 0.0),
            (3, 5.0),
            (4, 1e6),
            (4, f64::NAN),
        ] {
            let mut numbers = good;
            numbers[index] = wrong;
            assert_eq!(Rating::try_from(numbers), Err(InvalidRating), "{numbers:?}");
        }
    }
}
