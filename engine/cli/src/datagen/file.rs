//! A file of games that grows.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use lab::datagen::{Games, GamesError, Record, RecordError, Rules, SelfPlay};

/// The end of a file of games, which no other program writes to meanwhile.
pub struct GamesFile {
    path: PathBuf,
    file: File,
    bytes: Vec<u8>,
}

impl GamesFile {
    /// The file at `path`, made where there is none, and how many games are in it. What was not
    /// written whole is cut off.
    ///
    /// # Errors
    /// It can't be read or written, another program is at it, it is damaged, or has games by other
    /// rules or of a program that plays otherwise.
    pub fn open(path: &Path, rules: &Rules) -> Result<(GamesFile, u64), String> {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).read(true).write(true);
        let mut file = file.open(path).map_err(|error| named(&error))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => named(&"another program writes to it"),
            TryLockError::Error(error) => named(&error),
        })?;
        let bytes = std::fs::read(path).map_err(|error| named(&error))?;
        let header = Games::header_of(rules);
        let (mut kept, mut count) = (0, 0);
        if !header.as_bytes().starts_with(&bytes) || bytes.len() == header.len() {
            let mut games = Games::read(&bytes).map_err(|error| named(&error))?;
            if games.header() != header {
                let (found, wanted) = (games.header().trim_end(), header.trim_end());
                return Err(named(&format!("there are {found:?}, not {wanted:?}")));
            }
            for game in games.by_ref() {
                match game {
                    Ok(first) if count == 0 && SelfPlay::new(rules.clone()).game(0) != first => {
                        return Err(named(&"the program plays other games now than those there"));
                    }
                    Ok(_) => count += 1,
                    Err(GamesError::Record {
                        error: RecordError::CutOff,
                        ..
                    }) => {}
                    Err(error) => return Err(named(&error)),
                }
            }
            kept = games.at() as u64;
        }
        file.set_len(kept).map_err(|error| named(&error))?;
        file.seek(SeekFrom::End(0)).map_err(|error| named(&error))?;
        let bytes = if kept == 0 {
            header.into_bytes()
        } else {
            Vec::new()
        };
        let path = path.to_owned();
        Ok((GamesFile { path, file, bytes }, count))
    }

    /// Adds a game; it is written with the next [`write`](Self::write).
    pub fn add(&mut self, game: &Record) {
        game.write(&mut self.bytes);
    }

    /// Writes what was added.
    ///
    /// # Errors
    /// The disk takes no more.
    pub fn write(&mut self) -> Result<(), String> {
        let written: io::Result<()> = self.file.write_all(&self.bytes);
        self.bytes.clear();
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
