//! The strength of all players of a tournament at once, with confidence intervals.

use super::elo::{Z_95, pair_score};

/// The results of one player against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The indices of the two players.
    pub players: [usize; 2],
    /// Pairs of games by the first one's points: 0, ½, 1, 1½ and 2.
    pub pentanomial: [u64; 5],
}

/// A number of Elo with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub elo: f64,
    pub error: f64,
}

/// Ratings by the Bradley–Terry model, logistic Elo; 0 is their mean.
///
/// The most likely ratings given the results, a draw being half a win (R. Bradley and M. Terry, "Rank
/// analysis of incomplete block designs", 1952). Each player also has one drawn pair with a player
/// of 0 Elo, so that a clean score stays finite. The intervals are those of the robust ("sandwich") covariance
/// with the pair as the unit (H. White, 1982): draws make it narrower, the openings' part cancels out.
/// Each encounter's deviation counts one pair of decided, independent games more than were played, so
/// that a few equal results do not look certain. Where one player has won throughout, the model's own
/// deviation counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    elo: Vec<f64>,
    /// Row by row; Elo squared.
    covariance: Vec<f64>,
}

/// The derivative of the logistic score's exponent: ln 10 / 400.
const SLOPE: f64 = std::f64::consts::LN_10 / 400.0;
/// Newton's method converges in a few steps.
const MAX_ITERATIONS: usize = 100;
/// The largest step of a rating, Elo.
const MAX_STEP: f64 = 300.0;
/// The iteration ends when no rating moves by more, Elo.
const TOLERANCE: f64 = 1e-9;

impl Ratings {
    /// The ratings of `players` players. Encounters of others, or of a player with itself, do not count.
    #[must_use]
    pub fn new(players: usize, encounters: &[Encounter]) -> Ratings {
        Ratings::tied(players, encounters, 1.0)
    }

    /// As [`Ratings::new`], with so many drawn pairs of each player with the one of 0 Elo. What keeps a few equal
    /// results finite draws strengths together that lie a thousand Elo apart; there a hundredth is enough.
    #[must_use]
    pub fn tied(players: usize, encounters: &[Encounter], drawn_pairs: f64) -> Ratings {
        let results = Results::new(players, encounters, drawn_pairs);
        let mut elo = vec![0.0; players];
        for _ in 0..MAX_ITERATIONS {
            let step = solve(results.curvature(&elo), &results.gradient(&elo));
            let mut moved: f64 = 0.0;
            for (rating, step) in elo.iter_mut().zip(step) {
                let step = step.clamp(-MAX_STEP, MAX_STEP);
                *rating += step;
                moved = moved.max(step.abs());
            }
            if moved < TOLERANCE {
                break;
            }
        }
        let covariance = results.covariance(&elo);
        Ratings { elo, covariance }
    }

    /// The rating of a player over the mean of all.
    ///
    /// # Panics
    /// There is no such player.
    #[must_use]
    pub fn rating(&self, player: usize) -> Rating {
        let share = 1.0 / self.elo.len() as f64;
        let weight = |other: usize| f64::from(u8::from(other == player)) - share;
        self.contrast(&weight)
    }

    /// A weighted sum of ratings. The weights add up to 0, so the drawn pairs with a player of 0 Elo, which
    /// only tie the scale down, do not widen the interval.
    fn contrast(&self, weight: &dyn Fn(usize) -> f64) -> Rating {
        let players = self.elo.len();
        let mut elo = 0.0;
        let mut variance = 0.0;
        for row in 0..players {
            elo += weight(row) * self.elo[row];
            for column in 0..players {
                variance += weight(row) * weight(column) * self.covariance(row, column);
            }
        }
        Rating {
            elo,
            error: Z_95 * variance.max(0.0).sqrt(),
        }
    }

    /// How much stronger one player is than another.
    ///
    /// # Panics
    /// There is no such player.
    #[must_use]
    pub fn difference(&self, player: usize, other: usize) -> Rating {
        self.contrast(&|one| match one {
            _ if one == player => 1.0,
            _ if one == other => -1.0,
            _ => 0.0,
        })
    }

    fn covariance(&self, row: usize, column: usize) -> f64 {
        self.covariance[row * self.elo.len() + column]
    }
}

/// The expected score of a player so much stronger, Elo.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-SLOPE * difference))
}

/// Results against another player, or against the one of 0 Elo.
struct Result {
    player: usize,
    other: Option<usize>,
    /// Pairs by their points.
    pairs: [f64; 5],
}

struct Results {
    players: usize,
    all: Vec<Result>,
}

impl Results {
    fn new(players: usize, encounters: &[Encounter], drawn_pairs: f64) -> Results {
        let anchored = (0..players).map(|player| Result {
            player,
            other: None,
            pairs: [0.0, 0.0, drawn_pairs, 0.0, 0.0],
        });
        let played = encounters.iter().filter_map(|encounter| {
            let [player, other] = encounter.players;
            let is_real = player != other && player.max(other) < players;
            let is_played = encounter.pentanomial.iter().any(|&count| count > 0);
            (is_real && is_played).then(|| Result {
                player,
                other: Some(other),
                pairs: encounter.pentanomial.map(|count| count as f64),
            })
        });
        Results {
            players,
            all: anchored.chain(played).collect(),
        }
    }

    /// The derivative of the log-likelihood, divided by 2 · [`SLOPE`]; two games a pair.
    fn gradient(&self, elo: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.players];
        for result in &self.all {
            let gain = result.gain(elo);
            gradient[result.player] += gain;
            if let Some(other) = result.other {
                gradient[other] -= gain;
            }
        }
        gradient
    }

    /// The negative second derivative, divided by 2 · [`SLOPE`].
    fn curvature(&self, elo: &[f64]) -> Vec<f64> {
        self.sum(|result| {
            let score = result.expected(elo);
            SLOPE * result.count() * score * (1.0 - score)
        })
    }

    fn covariance(&self, elo: &[f64]) -> Vec<f64> {
        let players = self.players;
        let curvature = self.curvature(elo);
        let deviation = self.sum(|result| result.deviation(elo));
        // curvature⁻¹ · deviation · curvature⁻¹; all three are symmetric.
        let columns = |matrix: &[f64]| -> Vec<f64> {
            let solved = (0..players).map(|column| {
                let right: Vec<f64> = (0..players)
                    .map(|row| matrix[row * players + column])
                    .collect();
                solve(curvature.clone(), &right)
            });
            solved.flatten().collect()
        };
        columns(&columns(&deviation))
    }

    /// A symmetric matrix to which each result adds its value twice on the diagonal, and takes it away
    /// beside it.
    fn sum(&self, value: impl Fn(&Result) -> f64) -> Vec<f64> {
        let mut matrix = vec![0.0; self.players * self.players];
        for result in &self.all {
            let value = value(result);
            let place = |row: usize, column: usize| row * self.players + column;
            matrix[place(result.player, result.player)] += value;
            if let Some(other) = result.other {
                matrix[place(other, other)] += value;
                matrix[place(result.player, other)] -= value;
                matrix[place(other, result.player)] -= value;
            }
        }
        matrix
    }
}

impl Result {
    fn count(&self) -> f64 {
        self.pairs.iter().sum()
    }

    fn expected(&self, elo: &[f64]) -> f64 {
        expected(elo[self.player] - self.other.map_or(0.0, |other| elo[other]))
    }

    /// Points over the expected ones, in pairs.
    fn gain(&self, elo: &[f64]) -> f64 {
        let expected = self.expected(elo);
        (0..5)
            .map(|index| self.pairs[index] * (pair_score(index) - expected))
            .sum()
    }

    /// The sum over its pairs of the squared distance from the expected score.
    fn deviation(&self, elo: &[f64]) -> f64 {
        let expected = self.expected(elo);
        let squared: f64 = (0..5)
            .map(|index| {
                let off = pair_score(index) - expected;
                self.pairs[index] * off * off
            })
            .sum();
        // The mean of two independent decided games has half the variance of one.
        let assumed = expected * (1.0 - expected) / 2.0;
        let count = self.count();
        // Who has won all has no deviation of its own.
        if self.pairs[0] == count || self.pairs[4] == count {
            return count * assumed;
        }
        count * (squared + assumed) / (count + 1.0)
    }
}

/// The solution of `matrix · x = right` for a positive definite matrix, row by row: Gaussian elimination,
/// which needs no pivoting then.
fn solve(mut matrix: Vec<f64>, right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut x = right.to_vec();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let factor = matrix[row * size + pivot] / matrix[pivot * size + pivot];
            for column in pivot..size {
                matrix[row * size + column] -= factor * matrix[pivot * size + column];
            }
            x[row] -= factor * x[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size)
            .map(|column| matrix[row * size + column] * x[column])
            .sum();
        x[row] = (x[row] - known) / matrix[row * size + row];
    }
    x
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::arena::EloEstimate;

    fn encounter(players: [usize; 2], pentanomial: [u64; 5]) -> Encounter {
        Encounter {
            players,
            pentanomial,
        }
    }

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    #[test]
    fn two_players_differ_by_as_much_as_a_match_says() {
        for pairs in [
            [34, 54, 63, 64, 75],
            [332, 433, 498, 333, 334],
            [10, 100, 900, 160, 14],
        ] {
            let ratings = Ratings::new(2, &[encounter([0, 1], pairs)]);
            let found = ratings.difference(0, 1);
            let expected = EloEstimate::new(&pairs).unwrap();
            near(found.elo, expected.elo, expected.error() / 20.0);
            near(found.error, expected.error(), expected.error() / 40.0);
            let back = ratings.difference(1, 0);
            near(back.elo, -found.elo, 1e-9);
            near(ratings.rating(0).elo, found.elo / 2.0, 1e-6);
            near(ratings.rating(1).error, found.error / 2.0, 1e-6);
        }
    }

    #[test]
    fn three_players_are_on_one_scale() {
        // A scores ¾ against B and B against C: 190.85 Elo each, by many pairs.
        let threequarters = [0, 0, 50_000, 0, 50_000];
        let chain = [
            encounter([0, 1], threequarters),
            encounter([2, 1], [50_000, 0, 50_000, 0, 0]),
        ];
        let ratings = Ratings::new(3, &chain);
        for (player, expected) in [(0, 190.848), (1, 0.0), (2, -190.848)] {
            near(ratings.rating(player).elo, expected, 0.05);
        }
        near(ratings.difference(0, 2).elo, 381.697, 0.05);
        assert!(ratings.difference(0, 2).error > ratings.difference(0, 1).error);
    }

    #[test]
    fn the_order_of_players_and_encounters_does_not_matter() {
        let all = [
            encounter([0, 1], [1, 2, 3, 4, 5]),
            encounter([1, 2], [9, 2, 3, 0, 1]),
            encounter([2, 0], [4, 4, 0, 1, 2]),
        ];
        let swapped = all.map(|one| Encounter {
            players: one.players.map(|player| 2 - player),
            ..one
        });
        let turned = [swapped[2], swapped[0], swapped[1]];
        let (first, second) = (Ratings::new(3, &all), Ratings::new(3, &turned));
        for player in 0..3 {
            let (found, again) = (first.rating(player), second.rating(2 - player));
            near(found.elo, again.elo, 1e-6);
            near(found.error, again.error, 1e-6);
        }
    }

    #[test]
    fn few_games_are_never_certain_and_a_clean_score_is_finite() {
        let cases = [
            [0, 0, 1, 0, 0],
            [0, 0, 0, 0, 1],
            [0, 0, 0, 0, 20],
            [500, 0, 0, 0, 0],
            [0, 0, 3, 0, 0],
        ];
        for pairs in cases {
            let found = Ratings::new(2, &[encounter([0, 1], pairs)]).difference(0, 1);
            assert!(found.elo.is_finite(), "{pairs:?} {found:?}");
            let least = match pairs.iter().sum::<u64>() {
                1..=3 => 100.0,
                _ => 50.0,
            };
            assert!(
                found.error > least && found.error.is_finite(),
                "{pairs:?} {found:?}"
            );
        }
        let unplayed = Ratings::new(3, &[encounter([0, 0], [9; 5]), encounter([1, 7], [9; 5])]);
        for player in 0..3 {
            assert_eq!(unplayed.rating(player).elo, 0.0);
            assert!(unplayed.rating(player).error > 250.0);
        }
        assert_eq!(Ratings::new(0, &[]), Ratings::new(0, &[]));
    }

    #[test]
    fn a_clean_score_says_only_that_the_difference_is_large() {
        let clean =
            |pairs| Ratings::new(2, &[encounter([0, 1], [0, 0, 0, 0, pairs])]).difference(0, 1);
        for (pairs, most) in [(1, 120.0), (5, 260.0), (20, 400.0), (100, 650.0)] {
            let found = clean(pairs);
            // The exact lower bound of 2 · pairs games won, 0.025 ^ (1 / games), is above this one.
            let exact = libm::pow(0.025, 0.5 / pairs as f64);
            let exact = 400.0 * libm::log10(exact / (1.0 - exact));
            let low = found.elo - found.error;
            assert!(
                low <= exact.max(0.0) + 60.0 && low < most,
                "{pairs}: {found:?} {exact}"
            );
        }
        let (few, many) = (clean(20), clean(100));
        assert!(few.elo + few.error > many.elo, "{few:?} {many:?}");
    }

    #[test]
    fn the_interval_holds_the_truth_nineteen_times_of_twenty() {
        // Four players, each pair of games drawn from independent games with 40 % draws.
        let truth = [120.0, 30.0, -40.0, -110.0];
        let mut rng = engine::rng(7);
        let (mut inside, mut all) = (0, 0);
        for pairs in [4, 12, 60] {
            for _ in 0..150 {
                let mut encounters = Vec::new();
                for first in 0..4 {
                    for second in first + 1..4 {
                        let win = expected(truth[first] - truth[second]);
                        let mut pentanomial = [0; 5];
                        for _ in 0..pairs {
                            let mut game = || match rng.random_range(0.0..1.0) {
                                chance if chance < win - 0.2 => 2,
                                chance if chance < win + 0.2 => 1,
                                _ => 0,
                            };
                            pentanomial[game() + game()] += 1;
                        }
                        encounters.push(encounter([first, second], pentanomial));
                    }
                }
                let ratings = Ratings::new(4, &encounters);
                for (first, second) in [(0, 1), (1, 2), (0, 3)] {
                    let found = ratings.difference(first, second);
                    let off = found.elo - (truth[first] - truth[second]);
                    inside += u32::from(off.abs() <= found.error);
                    all += 1;
                }
            }
        }
        let share = f64::from(inside) / f64::from(all);
        assert!((0.93..=0.985).contains(&share), "{share}");
    }
}
