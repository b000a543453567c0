//! Files of games that the engine played against itself: what `ponder datagen` writes.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use lab::datagen::{Games, GamesError, Record, RecordError};

/// Reads each game of a file, in order; one that is still growing, as far as it goes. `false` when
/// it is no such file.
///
/// # Errors
/// The file cannot be read, or a game in it, or `told` fails.
pub fn each<E: Display>(
    path: &Path,
    mut told: impl FnMut(&Record) -> Result<(), E>,
) -> Result<bool, String> {
    let named = |error: &dyn Display| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| named(&error))?;
    let Ok(games) = Games::read(&bytes) else {
        return Ok(false);
    };
    for game in games {
        match game {
            Ok(record) => told(&record).map_err(|error| named(&error))?,
            Err(GamesError::Record {
                error: RecordError::CutOff,
                ..
            }) => break,
            Err(error) => return Err(named(&error)),
        }
    }
    Ok(true)
}
