//! What the browser stores of an import, and under which keys.
//!
//! A game's text is stored when it is read from the file, the header when the visitor has confirmed, and a
//! record when a game is done. A game without a record is still to be done, so that an import goes on after
//! the tab was closed.

use serde::{Deserialize, Serialize};

use super::game_file::MAX_GAMES;
use super::game_key::GameKey;
use super::game_result::GameResult;
use super::refused::RefusedGame;
use super::skipped::SkippedGames;
use super::stored_bytes::{StoredError, check, pack, unpack};
use super::visitor::{MAX_VISITOR_NAMES, Visitor};

/// The key of the header.
pub const HEADER_KEY: &str = "import/header";
/// The key of the games of earlier imports.
pub const EARLIER_KEY: &str = "import/earlier";
/// The key of the games that were played on this site and are done.
pub const PLAYED_KEY: &str = "import/played";
/// What the keys of all texts begin with.
pub const TEXT_KEYS: &str = "import/text/";
/// What the keys of all records begin with.
pub const RECORD_KEYS: &str = "import/record/";

/// The most games of earlier imports that are recognised.
pub const MAX_EARLIER_GAMES: usize = 20_000;

const MAX_HEADER_BYTES: usize = 4_000;
const MAX_RECORD_BYTES: usize = 16_000;
/// A key takes at most ten bytes.
const MAX_EARLIER_BYTES: usize = 10 * MAX_EARLIER_GAMES + 16;
/// The most games played on this site that are remembered as done, more than a visit looks at.
const MAX_PLAYED: usize = 1_000;
const MAX_PLAYED_BYTES: usize = 10 * MAX_PLAYED + 16;
const MAX_FILE_NAME_CHARS: usize = 200;

/// The key of a game's text: `import/text/00012`.
#[must_use]
pub fn text_key(index: u32) -> String {
    format!("{TEXT_KEYS}{index:05}")
}

/// The key of a game's record: `import/record/00012`.
#[must_use]
pub fn record_key(index: u32) -> String {
    format!("{RECORD_KEYS}{index:05}")
}

/// The number of the game whose text or record has a key.
#[must_use]
pub fn index_of(key: &str) -> Option<u32> {
    let digits = key
        .strip_prefix(TEXT_KEYS)
        .or_else(|| key.strip_prefix(RECORD_KEYS))?;
    let index: u32 = digits.parse().ok()?;
    let is_own = digits.len() == 5 && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_own && (index as usize) < MAX_GAMES).then_some(index)
}

/// An import as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportHeader {
    pub file_name: String,
    pub visitor: Visitor,
    /// Games to be done; they have the numbers below.
    pub total: u32,
    /// Those of the file that are not.
    pub skipped: SkippedGames,
    /// When it began, milliseconds since 1970.
    pub started_at: u64,
    pub status: ImportStatus,
}

/// Whether an import goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportStatus {
    /// Also by itself after a reload.
    Running,
    Paused,
    /// All games are done, or the visitor has ended it.
    Ended,
}

impl ImportHeader {
    /// A file's name as it is kept.
    pub(super) fn file_name(name: &str) -> String {
        let shown = name.chars().filter(|letter| !letter.is_control());
        shown.take(MAX_FILE_NAME_CHARS).collect()
    }

    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        pack(self)
    }

    /// Reads what [`ImportHeader::encode`] has written. Storage is not trusted.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn decode(bytes: &[u8]) -> Result<ImportHeader, StoredError> {
        let header: ImportHeader = unpack(bytes, MAX_HEADER_BYTES)?;
        let name = header.file_name.chars().count();
        check(name <= MAX_FILE_NAME_CHARS, "file's name")?;
        check(header.total as usize <= MAX_GAMES, "number of games")?;
        if let Visitor::Names(names) = &header.visitor {
            check(names.len() <= MAX_VISITOR_NAMES, "number of names")?;
        }
        Ok(header)
    }
}

/// What has become of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameRecord {
    Analysed(Box<GameResult>),
    Refused(RefusedGame),
}

impl GameRecord {
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        pack(self)
    }

    /// Reads what [`GameRecord::encode`] has written. Storage is not trusted.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn decode(bytes: &[u8]) -> Result<GameRecord, StoredError> {
        let record: GameRecord = unpack(bytes, MAX_RECORD_BYTES)?;
        match &record {
            GameRecord::Analysed(result) => result.check()?,
            GameRecord::Refused(reason) => reason.check()?,
        }
        Ok(record)
    }
}

/// The games of earlier imports, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierGames(Vec<GameKey>);

impl EarlierGames {
    /// Adds a game; the oldest ones make room.
    pub fn add(&mut self, key: GameKey) {
        if !self.0.contains(&key) {
            self.0.push(key);
        }
        let beyond = self.0.len().saturating_sub(MAX_EARLIER_GAMES);
        self.0.drain(..beyond);
    }

    /// Removes games, which may be imported again then.
    pub fn remove(&mut self, keys: &[GameKey]) {
        self.0.retain(|key| !keys.contains(key));
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = GameKey> {
        self.0.iter().copied()
    }

    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        pack(self)
    }

    /// Reads what [`EarlierGames::encode`] has written.
    ///
    /// # Errors
    /// The bytes are damaged, or too many.
    pub fn decode(bytes: &[u8]) -> Result<EarlierGames, StoredError> {
        let mut earlier: EarlierGames = unpack(bytes, MAX_EARLIER_BYTES)?;
        earlier.0.truncate(MAX_EARLIER_GAMES);
        Ok(earlier)
    }
}

/// The games played on this site that are done, by the time at which the server stored them, in milliseconds
/// since 1970; the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedBefore(Vec<i64>);

impl PlayedBefore {
    /// Adds a game; the oldest ones make room.
    pub fn add(&mut self, kept_ms: i64) {
        if !self.contains(kept_ms) {
            self.0.push(kept_ms);
        }
        let beyond = self.0.len().saturating_sub(MAX_PLAYED);
        self.0.drain(..beyond);
    }

    #[must_use]
    pub fn contains(&self, kept_ms: i64) -> bool {
        self.0.contains(&kept_ms)
    }

    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        pack(self)
    }

    /// Reads what [`PlayedBefore::encode`] has written.
    ///
    /// # Errors
    /// The bytes are damaged, or too many.
    pub fn decode(bytes: &[u8]) -> Result<PlayedBefore, StoredError> {
        let mut played: PlayedBefore = unpack(bytes, MAX_PLAYED_BYTES)?;
        played.0.truncate(MAX_PLAYED);
        Ok(played)
    }
}
