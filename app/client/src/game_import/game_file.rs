//! Splits a file into its games while it is read, byte by byte, in memory for one game.
//!
//! A game ends with its result, or before a `[` at the beginning of a line after moves, or before a line
//! with an `Event` tag, also within a comment: a comment that nobody closed ends there.

use engine::rules::pgn::GameResult;

use super::found_game::FoundGame;
use super::skipped::{SkipReason, SkippedGames};

/// The most games of an import.
pub const MAX_GAMES: usize = 2_000;
/// The longest text of a game, bytes. A game of 100 moves with clocks and evaluations has about 10,000.
pub const MAX_GAME_BYTES: usize = 200_000;

/// What a new game begins with, at the beginning of a line.
const EVENT: &[u8] = b"[Event \"";
const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
/// The longest result, bytes: `1/2-1/2`.
const MAX_RESULT: usize = 7;

/// Why a file cannot be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFileError {
    #[error("the file is in UTF-16; save it as UTF-8 and choose it again")]
    Utf16,
    #[error("the file has no games in PGN with tags such as [White \"\u{2026}\"]")]
    NoGames,
}

/// A file that is being split into games.
#[derive(Clone, Debug, Default)]
pub struct GameFile {
    /// The bytes of the present game; empty where it is too long.
    text: Vec<u8>,
    /// Whether it is.
    is_long: bool,
    place: Place,
    part: GamePart,
    /// Whether the present game has a tag, and one of an event.
    has_tags: bool,
    has_event: bool,
    /// Open variations.
    depth: u32,
    /// Bytes of [`EVENT`] that the line begins with; `None` once it begins with others.
    event: Option<usize>,
    is_line_start: bool,
    /// The word up to here; longer ones are no results.
    word: Vec<u8>,
    /// The first bytes of the file.
    head: Vec<u8>,
    has_begun: bool,
    found: usize,
    skipped: SkippedGames,
}

/// Where a byte stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Outside,
    /// `{…}`
    Comment,
    /// To the end of the line.
    LineComment,
    Tag {
        is_quoted: bool,
        is_escaped: bool,
    },
}

/// The part of a game that is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum GamePart {
    #[default]
    Tags,
    Moves,
    /// The rest of the result's line.
    AfterResult,
}

impl GameFile {
    /// Takes the next bytes of the file in; `games` gets those that end in them. A character or a game may
    /// be cut anywhere.
    pub fn push(&mut self, bytes: &[u8], games: &mut dyn FnMut(FoundGame)) {
        for &byte in bytes {
            match self.has_begun {
                true => self.take(byte, games),
                false => self.take_head(byte, games),
            }
        }
    }

    /// The file is over: the last game ends.
    ///
    /// # Errors
    /// There was no game at all.
    pub fn finish(
        &mut self,
        games: &mut dyn FnMut(FoundGame),
    ) -> Result<&SkippedGames, GameFileError> {
        if self.head.starts_with(b"\xff\xfe") || self.head.starts_with(b"\xfe\xff") {
            return Err(GameFileError::Utf16);
        }
        self.begin(games);
        self.end_word();
        self.end_game(games);
        match self.found == 0 && self.skipped.games() == 0 {
            true => Err(GameFileError::NoGames),
            false => Ok(&self.skipped),
        }
    }

    /// Games so far.
    #[must_use]
    pub fn found(&self) -> usize {
        self.found
    }

    /// Whether all games that are read on are beyond the limit.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.found >= MAX_GAMES
    }

    #[must_use]
    pub fn skipped(&self) -> &SkippedGames {
        &self.skipped
    }

    /// A byte that may belong to a byte-order mark.
    fn take_head(&mut self, byte: u8, games: &mut dyn FnMut(FoundGame)) {
        self.head.push(byte);
        if self.head.len() == UTF8_MARK.len() {
            self.begin(games);
        }
    }

    fn begin(&mut self, games: &mut dyn FnMut(FoundGame)) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        self.start_line();
        let head = self.head.clone();
        let text = head.strip_prefix(UTF8_MARK).unwrap_or(&head);
        for &byte in text {
            self.take(byte, games);
        }
    }

    fn start_line(&mut self) {
        (self.event, self.is_line_start) = (Some(0), true);
    }

    fn take(&mut self, byte: u8, games: &mut dyn FnMut(FoundGame)) {
        if self.begins_game(byte) {
            self.end_word();
            self.end_game(games);
        }
        let is_line_start = std::mem::replace(&mut self.is_line_start, false);
        self.match_event(byte, games);
        self.keep(byte);
        if matches!(byte, b'\n' | b'\r') {
            self.start_line();
        }
        match self.place {
            Place::Comment if byte == b'}' => self.place = Place::Outside,
            Place::Comment => {}
            Place::LineComment | Place::Tag { .. } if matches!(byte, b'\n' | b'\r') => {
                self.place = Place::Outside;
            }
            Place::LineComment => {}
            Place::Tag {
                is_quoted,
                is_escaped,
            } => self.take_in_tag(byte, is_quoted, is_escaped),
            Place::Outside => self.take_outside(byte, is_line_start, games),
        }
    }

    /// Whether a byte outside of comments begins the next game.
    fn begins_game(&self, byte: u8) -> bool {
        if self.place != Place::Outside {
            return false;
        }
        match self.part {
            GamePart::Tags => false,
            GamePart::Moves => byte == b'[' && self.is_line_start,
            // A second result is what some programs write by mistake.
            GamePart::AfterResult => {
                !byte.is_ascii_whitespace() && !matches!(byte, b'{' | b';') && self.word.is_empty()
            }
        }
    }

    /// Follows the line's beginning; a whole [`EVENT`] begins a game, whatever is open.
    fn match_event(&mut self, byte: u8, games: &mut dyn FnMut(FoundGame)) {
        let Some(matched) = self.event else { return };
        self.event = (EVENT.get(matched) == Some(&byte)).then_some(matched + 1);
        if self.event != Some(EVENT.len()) {
            return;
        }
        self.event = None;
        let before = EVENT.len() - 1;
        if self.has_event || self.part != GamePart::Tags || self.place == Place::Comment {
            self.text.truncate(self.text.len().saturating_sub(before));
            self.end_game(games);
            for &byte in &EVENT[..before] {
                self.keep(byte);
            }
            self.place = Place::Tag {
                is_quoted: false,
                is_escaped: false,
            };
        }
        (self.has_event, self.has_tags) = (true, true);
    }

    fn take_in_tag(&mut self, byte: u8, is_quoted: bool, is_escaped: bool) {
        self.place = match byte {
            b']' if !is_quoted => Place::Outside,
            b'"' if !is_escaped => Place::Tag {
                is_quoted: !is_quoted,
                is_escaped: false,
            },
            _ => Place::Tag {
                is_quoted,
                is_escaped: byte == b'\\' && !is_escaped,
            },
        };
    }

    fn take_outside(&mut self, byte: u8, is_line_start: bool, games: &mut dyn FnMut(FoundGame)) {
        let is_word = !byte.is_ascii_whitespace() && !b"{}()[];$".contains(&byte);
        if is_word && !(byte == b'%' && is_line_start) {
            if self.word.len() <= MAX_RESULT {
                self.word.push(byte);
            }
            if self.part == GamePart::Tags {
                self.part = GamePart::Moves;
            }
            return;
        }
        self.end_word();
        match byte {
            b'{' => self.place = Place::Comment,
            b';' | b'%' => self.place = Place::LineComment,
            b'[' if self.part == GamePart::Tags => {
                self.has_tags = true;
                self.place = Place::Tag {
                    is_quoted: false,
                    is_escaped: false,
                };
            }
            b'(' => self.depth = self.depth.saturating_add(1),
            b')' => self.depth = self.depth.saturating_sub(1),
            b'\n' | b'\r' if self.part == GamePart::AfterResult => self.end_game(games),
            _ => {}
        }
    }

    /// A word is over: it may be the game's result.
    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        let text = std::str::from_utf8(&word).ok();
        let result = text.and_then(GameResult::from_text);
        if self.part == GamePart::Moves && self.depth == 0 && result.is_some() {
            self.part = GamePart::AfterResult;
        }
    }

    fn keep(&mut self, byte: u8) {
        // The last bytes may turn out to be the next game's.
        self.is_long |= self.text.len() == MAX_GAME_BYTES + EVENT.len();
        match self.is_long {
            false => self.text.push(byte),
            true => self.text = Vec::new(),
        }
    }

    /// Counts the present game and begins the next one.
    fn end_game(&mut self, games: &mut dyn FnMut(FoundGame)) {
        let text = std::mem::take(&mut self.text);
        let is_long = std::mem::take(&mut self.is_long) || text.len() > MAX_GAME_BYTES;
        if !self.has_tags {
            if is_long || !text.trim_ascii().is_empty() {
                self.skipped.count(SkipReason::NoTags);
            }
        } else if is_long {
            self.skipped.count(SkipReason::TooLong);
        } else if self.found >= MAX_GAMES {
            self.skipped.count(SkipReason::TooMany);
        } else {
            self.found += 1;
            games(FoundGame::new(read_text(text)));
        }
        (self.place, self.part) = (Place::Outside, GamePart::Tags);
        (self.has_tags, self.has_event, self.depth) = (false, false, 0);
        self.word.clear();
    }
}

/// UTF-8, or the Latin-1 of the standard of 1994 where that fails.
fn read_text(bytes: Vec<u8>) -> String {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.as_bytes().iter().copied().map(char::from).collect(),
    };
    text.trim().to_owned()
}
