//! Training positions, and validation positions of other games.

use lab::golden_section;
use lab::train::{ShuffledPass, TrainingSample, TrainingSamples, Window};

use crate::game_files::GameFiles;

/// One game in so many at least is for validation.
const MIN_VALIDATION_INTERVAL: usize = 50;
/// So many games at most are for validation; their positions are kept in memory.
const MAX_VALIDATION_GAMES: usize = 10_000;
/// So many games at most tell the sigmoid scale.
const MAX_SCALE_GAMES: usize = 20_000;

/// The range of the sigmoid scale.
const SIGMOID_SCALES: [f64; 2] = [0.001, 0.02];

/// The games of a training. Their positions are read anew in each epoch, so that memory does not limit
/// their number.
pub struct TrainingDataset {
    files: GameFiles,
    validation_interval: usize,
    /// Positions of games that are not learnt from.
    pub validation: Vec<TrainingSample>,
}

impl TrainingDataset {
    /// Splits the games and reads those for validation.
    ///
    /// # Errors
    /// There are too few games, or one of them cannot be read.
    pub fn new(files: GameFiles) -> Result<TrainingDataset, String> {
        let interval = MIN_VALIDATION_INTERVAL.max(files.len() / MAX_VALIDATION_GAMES);
        let mut dataset = TrainingDataset {
            files,
            validation_interval: interval,
            validation: Vec::new(),
        };
        let numbers = (0..dataset.files.len()).filter(|&number| dataset.is_for_validation(number));
        dataset.validation = dataset.samples(numbers)?;
        if dataset.validation.is_empty() {
            return Err("too few games".to_owned());
        }
        Ok(dataset)
    }

    /// Number of games, those for validation included.
    pub fn games(&self) -> usize {
        self.files.len()
    }

    fn is_for_validation(&self, number: usize) -> bool {
        (number + 1).is_multiple_of(self.validation_interval)
    }

    fn training_games(&self) -> usize {
        self.games() - self.games() / self.validation_interval
    }

    /// The number of the training game at an index.
    fn training_number(&self, index: usize) -> usize {
        index + index / (self.validation_interval - 1)
    }

    /// A pass over the training positions in random order; see [`ShuffledPass`].
    pub fn pass(
        &self,
        seed: u64,
        window: usize,
    ) -> impl Iterator<Item = Result<Window, String>> + '_ {
        let games = self.training_games() as u32;
        ShuffledPass::new(
            seed,
            games,
            window,
            |index, samples: &mut TrainingSamples| {
                self.add_game(self.training_number(index as usize), samples)
            },
        )
    }

    fn add_game(&self, number: usize, samples: &mut TrainingSamples) -> Result<(), String> {
        self.files.read(number, |game| samples.add_game(game))
    }

    fn samples(&self, numbers: impl Iterator<Item = usize>) -> Result<Vec<TrainingSample>, String> {
        let mut samples = TrainingSamples::default();
        for number in numbers {
            self.add_game(number, &mut samples)?;
        }
        Ok(samples.0)
    }

    /// The sigmoid scale whose expected scores fit the results best, by some of the training games.
    ///
    /// # Errors
    /// A game cannot be read.
    pub fn fit_sigmoid_scale(&self) -> Result<f32, String> {
        let games = self.training_games();
        let step = games.div_ceil(MAX_SCALE_GAMES);
        let numbers = (0..games).step_by(step.max(1));
        let samples = self.samples(numbers.map(|index| self.training_number(index)))?;
        let loss = |scale: f64| -> f64 {
            let errors = samples.iter().map(|sample| {
                let expected = 1.0 / (1.0 + (-scale * f64::from(sample.score)).exp());
                (expected - f64::from(sample.result) / 2.0).powi(2)
            });
            errors.sum()
        };
        Ok(golden_section(SIGMOID_SCALES, 1e-6, loss) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_games_and_those_for_validation_are_all_games() {
        let dataset = |games, interval| TrainingDataset {
            files: GameFiles::with_games(games),
            validation_interval: interval,
            validation: Vec::new(),
        };
        for games in [0, 1, 49, 50, 51, 99, 100, 1_234] {
            let dataset = dataset(games, 50);
            let learnt = (0..dataset.training_games()).map(|index| dataset.training_number(index));
            let kept = (0..games).filter(|&number| dataset.is_for_validation(number));
            let mut all: Vec<usize> = learnt.chain(kept).collect();
            all.sort_unstable();
            assert_eq!(all, (0..games).collect::<Vec<_>>());
        }
    }
}
