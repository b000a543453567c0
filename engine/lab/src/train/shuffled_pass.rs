//! A pass over all games in random order, a window of positions at a time: memory holds some windows,
//! however many games there are.

use std::vec;

use engine::Rng;
use rand::seq::SliceRandom;

use super::sample::{TrainingSample, TrainingSamples};

/// A pass over the games numbered from 0, as an iterator over [`Window`]s.
///
/// The games come in random order; the positions of consecutive games make a window, in random order
/// again. The order depends on the seed, the number of games and the size of a window alone.
pub struct ShuffledPass<R> {
    rng: Rng,
    order: vec::IntoIter<u32>,
    games: usize,
    window: usize,
    /// Read, and not yet in a window.
    samples: TrainingSamples,
    read: R,
}

/// Some positions of a pass.
#[derive(Debug, PartialEq)]
pub struct Window {
    pub samples: Vec<TrainingSample>,
    /// Share of the pass's games that have been read, 0 to 1.
    pub progress: f64,
}

impl<R> ShuffledPass<R> {
    /// A pass over `games` games in windows of `window` positions, the last one smaller. `read` adds the
    /// positions of the game of a number.
    pub fn new(seed: u64, games: u32, window: usize, read: R) -> ShuffledPass<R> {
        let mut rng = engine::rng(seed);
        let mut order: Vec<u32> = (0..games).collect();
        order.shuffle(&mut rng);
        ShuffledPass {
            rng,
            order: order.into_iter(),
            games: games as usize,
            window: window.max(1),
            samples: TrainingSamples::default(),
            read,
        }
    }
}

impl<E, R: FnMut(u32, &mut TrainingSamples) -> Result<(), E>> Iterator for ShuffledPass<R> {
    type Item = Result<Window, E>;

    fn next(&mut self) -> Option<Result<Window, E>> {
        while self.samples.0.len() < self.window {
            let Some(number) = self.order.next() else {
                break;
            };
            if let Err(error) = (self.read)(number, &mut self.samples) {
                return Some(Err(error));
            }
        }
        let samples = &mut self.samples.0;
        if samples.is_empty() {
            return None;
        }
        samples.shuffle(&mut self.rng);
        let rest = samples.split_off(self.window.min(samples.len()));
        Some(Ok(Window {
            samples: std::mem::replace(samples, rest),
            progress: (self.games - self.order.len()) as f64 / self.games as f64,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use engine::rules::Position;

    use super::*;

    /// Games of 1 to 9 positions, each with a score of its own.
    fn game(number: u32, samples: &mut TrainingSamples) -> Result<(), Infallible> {
        let position = Position::startpos();
        let scores = (0..=number % 9).map(|index| (10 * number + index) as i16);
        samples
            .0
            .extend(scores.map(|score| TrainingSample::new(&position, score, 1)));
        Ok(())
    }

    fn scores(seed: u64, window: usize) -> Vec<Vec<i16>> {
        ShuffledPass::new(seed, 100, window, game)
            .map(|window| {
                let samples = window.unwrap().samples.into_iter();
                samples.map(|sample| sample.score).collect()
            })
            .collect()
    }

    #[test]
    fn every_position_comes_once_in_windows_of_one_size() {
        let mut all = TrainingSamples::default();
        (0..100).for_each(|number| game(number, &mut all).unwrap());
        let mut expected: Vec<i16> = all.0.iter().map(|sample| sample.score).collect();
        expected.sort_unstable();
        for window in [1, 64, 100, 10_000] {
            let windows = scores(7, window);
            let (last, whole) = windows.split_last().unwrap();
            assert!(whole.iter().all(|scores| scores.len() == window));
            assert!(last.len() <= window);
            let mut seen = windows.concat();
            assert_ne!(seen, expected, "in random order");
            seen.sort_unstable();
            assert_eq!(seen, expected);
        }
        assert_eq!(scores(7, 64), scores(7, 64));
        assert_ne!(scores(7, 64), scores(8, 64));
    }

    #[test]
    fn positions_of_one_game_are_spread_over_a_window() {
        let windows = scores(3, 250);
        let neighbours = windows
            .iter()
            .flat_map(|scores| scores.windows(2))
            .filter(|pair| pair[0] / 10 == pair[1] / 10)
            .count();
        assert!(neighbours < 20, "{neighbours}");
    }

    #[test]
    fn progress_is_the_share_of_the_games_read() {
        let progress: Vec<f64> = ShuffledPass::new(1, 100, 50, game)
            .map(|window| window.unwrap().progress)
            .collect();
        assert!(progress.is_sorted());
        assert_eq!(progress.last(), Some(&1.0));
    }

    #[test]
    fn a_game_that_cannot_be_read_is_an_error() {
        let read = |number: u32, samples: &mut TrainingSamples| {
            game(number, samples).unwrap();
            if number == 50 { Err("damaged") } else { Ok(()) }
        };
        let mut pass = ShuffledPass::new(1, 100, 10, read);
        assert!(pass.any(|window| window == Err("damaged")));
    }
}
