//! A file that is being read, and what was found in it.

use std::collections::BTreeSet;

use super::event::ImportEffect;
use super::found_game::FoundGame;
use super::game_file::{GameFile, GameFileError};
use super::game_key::GameKey;
use super::skipped::{SkipReason, SkippedGames};
use super::storage::{EarlierGames, ImportHeader};
use super::visitor::{PlayerNames, Visitor};

/// Bytes of a file that are read at once.
pub const SLICE_BYTES: u64 = 1 << 20;

/// A file that is being read.
#[derive(Clone, Debug)]
pub struct FileReading {
    /// The number of the file, so that bytes of an earlier one are recognised.
    pub(super) number: u32,
    file: GameFile,
    size: u64,
    /// Bytes that are read.
    offset: u64,
    /// The games of earlier imports.
    earlier: BTreeSet<GameKey>,
    /// Those of this one.
    keys: BTreeSet<GameKey>,
    found: GamesFound,
}

/// The games of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamesFound {
    pub file_name: String,
    pub names: PlayerNames,
    /// Of each game that is to be done, by number.
    players: Vec<[String; 2]>,
    pub skipped: SkippedGames,
}

impl GamesFound {
    /// Games to be done.
    #[must_use]
    pub fn games(&self) -> u32 {
        u32::try_from(self.players.len()).unwrap_or(u32::MAX)
    }

    /// Those that are the visitor's.
    #[must_use]
    pub fn games_of(&self, visitor: &Visitor) -> usize {
        let is_visitors = |players: &&[String; 2]| !visitor.sides(players).is_empty();
        self.players.iter().filter(is_visitors).count()
    }
}

impl FileReading {
    pub(super) fn new(number: u32, name: &str, size: u64, earlier: &EarlierGames) -> FileReading {
        FileReading {
            number,
            file: GameFile::default(),
            size,
            offset: 0,
            earlier: earlier.iter().collect(),
            keys: BTreeSet::new(),
            found: GamesFound {
                file_name: ImportHeader::file_name(name),
                ..GamesFound::default()
            },
        }
    }

    /// Games so far.
    #[must_use]
    pub fn found(&self) -> usize {
        self.file.found()
    }

    /// The share of the file that is read, percent.
    #[must_use]
    pub fn percent(&self) -> u8 {
        let percent = self.offset.saturating_mul(100).checked_div(self.size);
        percent.map_or(100, |percent| percent.min(100) as u8)
    }

    pub(super) fn is_at(&self, number: u32, offset: u64) -> bool {
        self.number == number && self.offset == offset
    }

    pub(super) fn is_over(&self) -> bool {
        self.offset >= self.size
    }

    /// The effect that reads on.
    pub(super) fn read_on(&self) -> ImportEffect {
        ImportEffect::ReadSlice {
            file: self.number,
            from: self.offset,
            to: self.size.min(self.offset.saturating_add(SLICE_BYTES)),
        }
    }

    /// Takes bytes in. Returns the texts of new games by number.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<(u32, String)> {
        self.offset = self.offset.saturating_add(bytes.len() as u64);
        let mut games = Vec::new();
        self.file.push(bytes, &mut |game| games.push(game));
        games
            .into_iter()
            .filter_map(|game| self.add(game))
            .collect()
    }

    /// The file is over. Returns the texts of the last games, and what was found.
    ///
    /// # Errors
    /// The file has no games.
    pub(super) fn finish(mut self) -> Result<(Vec<(u32, String)>, GamesFound), GameFileError> {
        let mut games = Vec::new();
        let skipped = self.file.finish(&mut |game| games.push(game))?.clone();
        let texts = games
            .into_iter()
            .filter_map(|game| self.add(game))
            .collect();
        self.found.skipped.add(&skipped);
        Ok((texts, self.found))
    }

    /// Adds a game unless it is known.
    fn add(&mut self, game: FoundGame) -> Option<(u32, String)> {
        if self.earlier.contains(&game.key) {
            self.found.skipped.count(SkipReason::Earlier);
            return None;
        }
        if !self.keys.insert(game.key) {
            self.found.skipped.count(SkipReason::Twice);
            return None;
        }
        let index = self.found.games();
        self.found.names.add(&game.players);
        self.found.players.push(game.players);
        Some((index, game.text))
    }
}
