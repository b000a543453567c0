//! Results of pairs of games.

use serde::{Deserialize, Serialize};

/// How many pairs of games brought 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts([u16; 5]);

impl PairCounts {
    /// Counts a pair by its half points, 0 to 4; more count as 4.
    pub fn add(&mut self, half_points: u8) {
        let count = &mut self.0[usize::from(half_points.min(4))];
        *count = count.saturating_add(1);
    }

    /// Games of all pairs.
    #[must_use]
    pub fn games(self) -> u32 {
        self.0.iter().map(|&count| 2 * u32::from(count)).sum()
    }

    /// Points of all pairs.
    #[must_use]
    pub fn points(self) -> f64 {
        let each = self.0.iter().enumerate();
        each.map(|(half_points, &count)| 0.5 * half_points as f64 * f64::from(count))
            .sum()
    }

    /// Points a game, 0 to 1; 0 without games.
    #[must_use]
    pub fn score(self) -> f64 {
        self.points() / f64::from(self.games().max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_the_share_of_all_points() {
        assert_eq!(PairCounts::default().score(), 0.0);
        let mut counts = PairCounts::default();
        [0, 1, 2, 3, 4, 4]
            .into_iter()
            .for_each(|half_points| counts.add(half_points));
        assert_eq!((counts.games(), counts.points()), (12, 7.0));
        assert_eq!(counts.score(), 7.0 / 12.0);
    }
}
