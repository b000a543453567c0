//! Positions from files of games, for learning and, from other games, to check by.

use std::fmt::Display;
use std::fs;
use std::path::PathBuf;

use engine::learning::datagen::{Games, GamesError, RecordError};
use engine::learning::train::{Sample, Samples};

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
            let named = |error: &dyn Display| format!("{}: {error}", path.display());
            let bytes = fs::read(path).map_err(|error| named(&error))?;
            for game in Games::read(&bytes).map_err(|error| named(&error))? {
                let cut_off = |error: &GamesError| {
                    let GamesError::Record { error, .. } = error else {
                        return false;
                    };
                    *error == RecordError::CutOff
                };
                let record = match game {
                    Err(error) if cut_off(&error) => break,
                    game => game.map_err(|error| named(&error))?,
                };
                sets.games += 1;
                let set = match sets.games.is_multiple_of(CHECK_EVERY) {
                    true => &mut sets.check,
                    false => &mut sets.learn,
                };
                set.take(&record).map_err(|error| named(&error))?;
            }
        }
        Ok(sets)
    }
}

/// The log odds of a centipawn that foretell the results best, by golden section.
pub fn odds(samples: &[Sample]) -> f32 {
    const GOLDEN: f64 = 0.618_034;
    let every = (samples.len() / 200_000).max(1);
    let loss = |odds: f64| -> f64 {
        let some = samples.iter().step_by(every);
        some.map(|sample| {
            let foretold = 1.0 / (1.0 + (-odds * f64::from(sample.score)).exp());
            (foretold - f64::from(sample.result) / 2.0).powi(2)
        })
        .sum()
    };
    let [mut low, mut high] = ODDS;
    while high - low > 1e-6 {
        let left = high - GOLDEN * (high - low);
        let right = low + GOLDEN * (high - low);
        if loss(left) < loss(right) {
            high = right;
        } else {
            low = left;
        }
    }
    low.midpoint(high) as f32
}
