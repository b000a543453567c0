//! Fits expected wins, draws and losses to the scores and results of games.

use engine::rules::Color;
use engine::search::WdlCurve;

use crate::datagen::SelfPlayGame;
use crate::golden_section;

/// Larger scores say nothing about the curve, centipawns.
const MAX_SCORE: i32 = 1_000;
const SCORES: usize = 2 * MAX_SCORE as usize + 1;
/// Ranges in which the curve is looked for, centipawns.
const HALF_WON: [f64; 2] = [0.0, 600.0];
const SLOPE: [f64; 2] = [10.0, 600.0];
/// Centipawns.
const TOLERANCE: f64 = 0.1;
/// Width of the bars by which a curve is compared with the games, centipawns.
const BAR: i32 = 50;
/// Groups of games, of which each is left out once to find the error of the fit.
const GROUPS: usize = 10;

/// Numbers of won, drawn and lost positions for the side to move, by its score.
#[derive(Clone)]
struct Counts(Vec<[u64; 3]>);

impl Counts {
    fn new() -> Counts {
        Counts(vec![[0; 3]; SCORES])
    }

    fn add(&mut self, other: &Counts) {
        for (sum, more) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            *sum += more;
        }
    }

    /// Scores with their counts.
    fn iter(&self) -> impl Iterator<Item = (i32, [u64; 3])> {
        let all = self.0.iter().enumerate();
        all.map(|(index, &counts)| (index as i32 - MAX_SCORE, counts))
            .filter(|(_, counts)| *counts != [0; 3])
    }

    /// The negative logarithm of the probability of the results.
    fn loss(&self, curve: WdlCurve) -> f64 {
        self.iter()
            .map(|(score, counts)| {
                let shares = curve.shares(f64::from(score));
                let one = |(count, share): (u64, f64)| -(count as f64) * share.max(1e-9).ln();
                counts.into_iter().zip(shares).map(one).sum::<f64>()
            })
            .sum()
    }

    /// The most likely curve.
    fn fit(&self) -> WdlCurve {
        let best_half_won = |slope| {
            golden_section(HALF_WON, TOLERANCE, |half_won| {
                self.loss(WdlCurve { half_won, slope })
            })
        };
        let slope = golden_section(SLOPE, TOLERANCE, |slope| {
            let half_won = best_half_won(slope);
            self.loss(WdlCurve { half_won, slope })
        });
        WdlCurve {
            half_won: best_half_won(slope),
            slope,
        }
    }

    /// The difference between foretold and scored points of a game, by bars of scores, as a mean weighted
    /// by positions.
    fn deviation(&self, curve: WdlCurve) -> f64 {
        let mut bars = std::collections::BTreeMap::<i32, [f64; 3]>::new();
        for (score, [won, drawn, lost]) in self.iter() {
            let [win, draw, _] = curve.shares(f64::from(score));
            let count = (won + drawn + lost) as f64;
            let bar = bars.entry(score.div_euclid(BAR)).or_default();
            bar[0] += count;
            bar[1] += won as f64 + drawn as f64 / 2.0;
            bar[2] += count * (win + draw / 2.0);
        }
        let all: f64 = bars.values().map(|bar| bar[0]).sum();
        bars.values()
            .map(|bar| (bar[1] - bar[2]).abs())
            .sum::<f64>()
            / all.max(1.0)
    }
}

/// The scores and results of games.
pub struct WdlSamples {
    groups: Vec<Counts>,
    games: usize,
}

/// A fitted curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlFit {
    pub curve: WdlCurve,
    /// Standard errors of both numbers (jackknife over groups of games), centipawns.
    pub error: WdlCurve,
    /// Mean difference between the points foretold and those scored, by bars of 50 centipawns: points
    /// of a game.
    pub deviation: f64,
    /// The same of the curve that is shipped.
    pub shipped_deviation: f64,
    pub positions: u64,
}

impl Default for WdlSamples {
    fn default() -> Self {
        WdlSamples {
            groups: vec![Counts::new(); GROUPS],
            games: 0,
        }
    }
}

impl WdlSamples {
    /// Takes in the searched moves of a game. Mates and scores over ten pawns are left out.
    pub fn add_game(&mut self, game: &SelfPlayGame) {
        let counts = &mut self.groups[self.games % GROUPS];
        self.games += 1;
        let mut side = match game.opening.len() % 2 {
            0 => Color::White,
            _ => Color::Black,
        };
        for scored in &game.moves {
            let score = i32::from(scored.score);
            if score.abs() <= MAX_SCORE {
                let result = game
                    .winner
                    .map_or(1, |winner| if winner == side { 0 } else { 2 });
                counts.0[(score + MAX_SCORE) as usize][result] += 1;
            }
            side = !side;
        }
    }

    /// The curve that makes the results most likely; `None` with fewer games than groups.
    #[must_use]
    pub fn fit(&self) -> Option<WdlFit> {
        if self.games < GROUPS {
            return None;
        }
        let sum = |left_out: Option<usize>| {
            let mut sum = Counts::new();
            for (number, group) in self.groups.iter().enumerate() {
                if Some(number) != left_out {
                    sum.add(group);
                }
            }
            sum
        };
        let all = sum(None);
        let curve = all.fit();
        let without: Vec<WdlCurve> = (0..GROUPS).map(|group| sum(Some(group)).fit()).collect();
        let error = |value: fn(&WdlCurve) -> f64| {
            let count = GROUPS as f64;
            let mean = without.iter().map(value).sum::<f64>() / count;
            let squares = without.iter().map(|curve| (value(curve) - mean).powi(2));
            ((count - 1.0) / count * squares.sum::<f64>()).sqrt()
        };
        Some(WdlFit {
            curve,
            error: WdlCurve {
                half_won: error(|curve| curve.half_won),
                slope: error(|curve| curve.slope),
            },
            deviation: all.deviation(curve),
            shipped_deviation: all.deviation(WdlCurve::SHIPPED),
            positions: all
                .iter()
                .map(|(_, counts)| counts.iter().sum::<u64>())
                .sum(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::ScoredMove;
    use engine::rules::Position;
    use engine::search::Score;
    use rand::RngExt;

    /// Games of one move each, with results drawn by a curve.
    fn games(curve: WdlCurve, count: u32) -> WdlSamples {
        let mut rng = engine::rng(1);
        let mut samples = WdlSamples::default();
        let mv = Position::startpos().parse_uci("e2e4").unwrap();
        for _ in 0..count {
            let cp = rng.random_range(-700..=700);
            let [win, draw, _] = curve.shares(f64::from(cp));
            let lot = rng.random_range(0.0..1.0);
            let winner = match lot {
                lot if lot < win => Some(Color::White),
                lot if lot < win + draw => None,
                _ => Some(Color::Black),
            };
            samples.add_game(&SelfPlayGame {
                opening: Vec::new(),
                moves: vec![ScoredMove::new(mv, Score::Cp(cp))],
                winner,
            });
        }
        samples
    }

    #[test]
    fn the_curve_that_made_the_results_is_found_within_its_error() {
        let curve = WdlCurve {
            half_won: 170.0,
            slope: 90.0,
        };
        let fit = games(curve, 20_000).fit().unwrap();
        assert_eq!(fit.positions, 20_000);
        for (found, error, wanted) in [
            (fit.curve.half_won, fit.error.half_won, curve.half_won),
            (fit.curve.slope, fit.error.slope, curve.slope),
        ] {
            assert!(
                error < 6.0 && (found - wanted).abs() < 4.0 * error,
                "{fit:?}"
            );
        }
        assert!(
            fit.deviation < 0.02 && fit.deviation < fit.shipped_deviation,
            "{fit:?}"
        );
    }

    #[test]
    fn too_few_games_give_no_curve() {
        assert_eq!(games(WdlCurve::SHIPPED, 9).fit(), None);
    }
}
