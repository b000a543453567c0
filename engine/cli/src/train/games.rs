//! Positions from files of games, for learning and, from other games, to check by.

use std::path::PathBuf;

use lab::datagen::{GamesError, Record, RecordError};
use lab::golden_section;
use lab::train::{Sample, Samples};

use crate::self_play_file;

/// One game in so many is kept to check by.
const CHECK_EVERY: usize = 50;

/// Where the search for the odds of a centipawn begins and ends.
const ODDS: [f64; 2] = [0.001, 0.02];

/// What there is to learn from.
#[derive(Default)]
pub struct Sets {
    pub learn: Samples,
    pub check: Samples,
    pub games: usize,
}

impl Sets {
    /// Reads files of games; one that is still growing, as far as it goes.
    ///
    /// # Errors
    /// A file can't be read, or what is in it.
    pub fn read(paths: &[PathBuf]) -> Result<Sets, String> {
        let mut sets = Sets::default();
        for path in paths {
            let read = self_play_file::each_game(path, |record| sets.take(record))?;
            if !read {
                return Err(format!("{}: {}", path.display(), GamesError::Foreign));
            }
        }
        Ok(sets)
    }

    fn take(&mut self, record: &Record) -> Result<(), RecordError> {
        self.games += 1;
        let set = match self.games.is_multiple_of(CHECK_EVERY) {
            true => &mut self.check,
            false => &mut self.learn,
        };
        set.take(record)
    }
}

/// The log odds of a centipawn that foretell the results best.
pub fn odds(samples: &[Sample]) -> f32 {
    let every = (samples.len() / 200_000).max(1);
    let loss = |odds: f64| -> f64 {
        let some = samples.iter().step_by(every);
        some.map(|sample| {
            let foretold = 1.0 / (1.0 + (-odds * f64::from(sample.score)).exp());
            (foretold - f64::from(sample.result) / 2.0).powi(2)
        })
        .sum()
    };
    golden_section(ODDS, 1e-6, loss) as f32
}
