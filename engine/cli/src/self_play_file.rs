//! Files of self-play games, as `ponder datagen` writes them.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use lab::datagen::{GameFileError, GameFileReader, GameFormatError, SelfPlayGame};

/// Reads the games of a file in order, up to a game that is still being written. `false` where the
/// file has another format.
///
/// # Errors
/// The file or a game in it cannot be read, or `visit` fails.
pub fn each_game<E: Display>(
    path: &Path,
    mut visit: impl FnMut(&SelfPlayGame) -> Result<(), E>,
) -> Result<bool, String> {
    let with_path = |error: &dyn Display| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| with_path(&error))?;
    let Ok(games) = GameFileReader::new(&bytes) else {
        return Ok(false);
    };
    for game in games {
        match game {
            Ok(record) => visit(&record).map_err(|error| with_path(&error))?,
            Err(GameFileError::Game {
                error: GameFormatError::Truncated,
                ..
            }) => break,
            Err(error) => return Err(with_path(&error)),
        }
    }
    Ok(true)
}
