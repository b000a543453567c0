//! A text of several games, split without reading their moves.

use super::GameResult;
use super::annotated::{AnnotatedGame, parse_one};
use super::cursor::Cursor;
use super::error::PgnError;
use super::tokens::is_word_char;

/// A game of a text with several, not yet read.
#[derive(Clone, Debug)]
pub struct GameText<'a> {
    number: usize,
    cursor: Cursor<'a>,
}

impl<'a> GameText<'a> {
    /// The game's place among the games of the text, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The game's part of the text, from its first tag, comment or move.
    pub fn text(&self) -> &'a str {
        self.cursor.rest()
    }

    /// Reads the game with its annotations, as [`super::parse_annotated`] does; a comment after the
    /// result, on its line, belongs to the last move.
    ///
    /// # Errors
    /// The first invalid part, with its place in the whole text.
    pub fn read(&self) -> Result<AnnotatedGame, GameError> {
        parse_one(self.cursor.clone()).map_err(|error| GameError {
            number: self.number,
            error,
        })
    }
}

/// Why one game of a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number}, {error}")]
pub struct GameError {
    /// The game's place among the games of the text, from 1.
    pub number: usize,
    /// What is invalid; its line is one of the whole text.
    pub error: PgnError,
}

/// Splits a text into its games; what cannot be read in one of them leaves the others as they are.
/// The work is linear in the text, and nothing is copied.
///
/// A game ends with its result, or before a `[` at the beginning of a line after moves, or before a
/// second `Event` tag. Comments may hold either. A comment that the text does not
/// close ends its game before the next line that looks like a tag. A text with no more than
/// comments holds no games.
///
/// ```
/// use engine::rules::pgn;
///
/// let text = "[White \"Ada\"]\n\n1. e4 {\n[not a tag]} *\n\n1. Ke3\n\n[White \"Bo\"]\n\n1. d4";
/// let games: Vec<_> = pgn::games(text).map(|game| game.read()).collect();
/// assert_eq!(games[0].as_ref().unwrap().tree.main_line().len(), 1);
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "game 2, line 6, column 4: \"Ke3\" is not legal in this position");
/// assert_eq!(games[2].as_ref().unwrap().tags.get("White"), Some("Bo"));
/// ```
pub fn games(text: &str) -> impl Iterator<Item = GameText<'_>> {
    let last_close = text.rfind('}').map(|at| text.len() - at);
    let mut cursor = Cursor::new(text);
    let mut number = 0;
    std::iter::from_fn(move || {
        cursor.skip_whitespace();
        let start = cursor.clone();
        let mut scanner = Scanner {
            cursor: &mut cursor,
            last_close,
            part: GamePart::Tags,
            has_event: false,
            has_tags: false,
            depth: 0,
        };
        while scanner.step() {}
        if scanner.part == GamePart::Tags && !scanner.has_tags {
            return None; // only comments are left
        }
        number += 1;
        Some(GameText {
            number,
            cursor: start.until(&cursor),
        })
    })
}

/// The part of a game that is being scanned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GamePart {
    Tags,
    Moves,
    /// The rest of the result's line.
    AfterResult,
}

/// White space within a line, or a byte-order mark.
fn is_space(letter: char) -> bool {
    letter == '\u{feff}' || letter.is_whitespace() && letter != '\n' && letter != '\r'
}

/// Finds the end of a game.
struct Scanner<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    /// The last closing brace of the text, as the number of bytes from it to the end.
    last_close: Option<usize>,
    part: GamePart,
    has_event: bool,
    has_tags: bool,
    /// How many variations are open.
    depth: usize,
}

impl Scanner<'_, '_> {
    /// Skips one token. Returns whether the game goes on after it.
    fn step(&mut self) -> bool {
        let is_result_line = self.part == GamePart::AfterResult;
        let before = self.cursor.place();
        self.cursor.take_while(is_space);
        let is_line_start = before.column == 1;
        let Some(letter) = self.cursor.peek() else {
            return false;
        };
        match letter {
            '\n' | '\r' => {
                self.cursor.bump();
                return !is_result_line;
            }
            '%' if self.cursor.place().column == 1 => {
                self.cursor.take_line();
            }
            ';' => {
                self.cursor.take_line();
            }
            '{' => return self.skip_comment(),
            _ if is_result_line => return false,
            '[' => return self.skip_bracket(is_line_start),
            letter if is_word_char(letter) => {
                let word = self.cursor.take_while(is_word_char);
                let is_result = self.depth == 0 && GameResult::from_text(word).is_some();
                self.part = if is_result {
                    GamePart::AfterResult
                } else {
                    GamePart::Moves
                };
            }
            _ => {
                self.cursor.bump();
                self.part = GamePart::Moves;
                match letter {
                    '(' => self.depth += 1,
                    ')' => self.depth = self.depth.saturating_sub(1),
                    '$' => {
                        self.cursor.take_while(|letter| letter.is_ascii_digit());
                    }
                    _ => {}
                }
            }
        }
        true
    }

    fn skip_comment(&mut self) -> bool {
        let is_closed = self
            .last_close
            .is_some_and(|close| close < self.cursor.rest().len());
        if is_closed {
            self.cursor.take_while(|letter| letter != '}');
            self.cursor.bump();
            return true;
        }
        self.part = GamePart::Moves;
        loop {
            self.cursor.take_line();
            if self.cursor.bump().is_none() || self.is_at_tag() {
                return false;
            }
        }
    }

    /// Whether the line looks like a tag.
    fn is_at_tag(&self) -> bool {
        let letters = self.cursor.rest().strip_prefix('[');
        letters.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_alphabetic()))
    }

    /// Skips a tag, unless it is the next game's.
    fn skip_bracket(&mut self, is_line_start: bool) -> bool {
        if self.part == GamePart::Moves {
            if is_line_start {
                return false;
            }
            self.cursor.bump();
            return true;
        }
        let is_event = self.cursor.rest().starts_with("[Event ");
        if is_event && self.has_event {
            return false;
        }
        self.has_event |= is_event;
        self.has_tags = true;
        self.cursor.bump();
        let ends = |letter| matches!(letter, '"' | ']' | '\n' | '\r');
        loop {
            self.cursor.take_while(|letter| !ends(letter));
            if self.cursor.peek() != Some('"') {
                self.cursor.eat(']');
                return true;
            }
            self.cursor.bump();
            self.skip_quoted();
        }
    }

    /// Skips up to the closing quote, or to the end of the line.
    fn skip_quoted(&mut self) {
        loop {
            self.cursor
                .take_while(|letter| !matches!(letter, '"' | '\\' | '\n' | '\r'));
            match self.cursor.peek() {
                Some('\\') => {
                    self.cursor.bump();
                    if matches!(self.cursor.peek(), Some('"' | '\\')) {
                        self.cursor.bump();
                    }
                }
                Some('"') => {
                    self.cursor.bump();
                    return;
                }
                _ => return,
            }
        }
    }
}
