//! Training positions, and validation positions of other games.

use std::path::PathBuf;

use lab::datagen::{GameFileError, GameFormatError, SelfPlayGame};
use lab::golden_section;
use lab::train::{TrainingSample, TrainingSamples};

use crate::self_play_file;

/// One game in so many is for validation.
const VALIDATION_INTERVAL: usize = 50;

/// The range of the sigmoid scale.
const SIGMOID_SCALES: [f64; 2] = [0.001, 0.02];

/// The positions of a training.
#[derive(Default)]
pub struct TrainingDataset {
    pub training: TrainingSamples,
    pub validation: TrainingSamples,
    pub games: usize,
}

impl TrainingDataset {
    /// Reads files of games, each up to a game that is still being written.
    ///
    /// # Errors
    /// A file or a game in it cannot be read.
    pub fn read(paths: &[PathBuf]) -> Result<TrainingDataset, String> {
        let mut dataset = TrainingDataset::default();
        for path in paths {
            let has_format = self_play_file::each_game(path, |game| dataset.add_game(game))?;
            if !has_format {
                return Err(format!(
                    "{}: {}",
                    path.display(),
                    GameFileError::UnknownFormat
                ));
            }
        }
        Ok(dataset)
    }

    fn add_game(&mut self, game: &SelfPlayGame) -> Result<(), GameFormatError> {
        self.games += 1;
        let set = match self.games.is_multiple_of(VALIDATION_INTERVAL) {
            true => &mut self.validation,
            false => &mut self.training,
        };
        set.add_game(game)
    }
}

/// The sigmoid scale whose expected scores fit the results best.
pub fn fit_sigmoid_scale(samples: &[TrainingSample]) -> f32 {
    let every = (samples.len() / 200_000).max(1);
    let loss = |scale: f64| -> f64 {
        let some = samples.iter().step_by(every);
        some.map(|sample| {
            let expected = 1.0 / (1.0 + (-scale * f64::from(sample.score)).exp());
            (expected - f64::from(sample.result) / 2.0).powi(2)
        })
        .sum()
    };
    golden_section(SIGMOID_SCALES, 1e-6, loss) as f32
}
