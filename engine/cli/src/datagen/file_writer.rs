//! Appends games to a file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use lab::datagen::{
    GameFileError, GameFileReader, GameFormatError, SelfPlay, SelfPlayConfig, SelfPlayGame,
};

/// An open file of games, locked against other writers.
pub struct GameFileWriter {
    path: PathBuf,
    file: File,
    /// Not written yet.
    buffer: Vec<u8>,
}

impl GameFileWriter {
    /// Opens or creates the file at `path`; returns the number of its games, too. An incomplete game at
    /// the end is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, is locked by another program or damaged, or has games of other
    /// settings or of a program that plays otherwise.
    pub fn open(path: &Path, config: &SelfPlayConfig) -> Result<(GameFileWriter, u64), String> {
        let with_path = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).read(true).write(true);
        let mut file = file.open(path).map_err(|error| with_path(&error))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => with_path(&"another program writes to it"),
            TryLockError::Error(error) => with_path(&error),
        })?;
        let bytes = std::fs::read(path).map_err(|error| with_path(&error))?;
        let header = GameFileReader::header_of(config);
        let (mut kept, mut count) = (0, 0);
        if !header.as_bytes().starts_with(&bytes) || bytes.len() == header.len() {
            let mut games = GameFileReader::new(&bytes).map_err(|error| with_path(&error))?;
            if games.header() != header {
                let (found, wanted) = (games.header().trim_end(), header.trim_end());
                return Err(with_path(&format!("there are {found:?}, not {wanted:?}")));
            }
            for game in games.by_ref() {
                match game {
                    Ok(first) if count == 0 && SelfPlay::new(config.clone()).game(0) != first => {
                        return Err(with_path(
                            &"the program plays other games now than those there",
                        ));
                    }
                    Ok(_) => count += 1,
                    Err(GameFileError::Game {
                        error: GameFormatError::Truncated,
                        ..
                    }) => {}
                    Err(error) => return Err(with_path(&error)),
                }
            }
            kept = games.offset() as u64;
        }
        file.set_len(kept).map_err(|error| with_path(&error))?;
        file.seek(SeekFrom::End(0))
            .map_err(|error| with_path(&error))?;
        let buffer = if kept == 0 {
            header.into_bytes()
        } else {
            Vec::new()
        };
        let path = path.to_owned();
        Ok((GameFileWriter { path, file, buffer }, count))
    }

    /// Adds a game to the buffer.
    pub fn add(&mut self, game: &SelfPlayGame) {
        game.write(&mut self.buffer);
    }

    /// Writes the buffer to the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn flush(&mut self) -> Result<(), String> {
        let written: io::Result<()> = self.file.write_all(&self.buffer);
        self.buffer.clear();
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
