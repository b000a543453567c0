//! The tokens between tags and result: words, comments and annotation glyphs.

use super::GameResult;
use super::cursor::{Cursor, Place};
use super::error::{PgnError, PgnErrorKind};
use super::sink::Comment;

/// The meaning of a word.
pub(super) enum Word<'a> {
    Nothing,
    /// A move number: the next move follows.
    Number,
    /// `!`, `??` and the like, alone.
    Glyph(&'a str),
    /// With the glyph that may end it.
    Move(&'a str, Place),
    Result(GameResult),
}

/// Takes one word: a result, a move, a move number, or number and move as in `1.e4`.
pub(super) fn read_word<'a>(cursor: &mut Cursor<'a>) -> Word<'a> {
    let mut place = cursor.place();
    let word = cursor.take_while(is_word_char);
    if let Some(result) = GameResult::from_text(word) {
        return Word::Result(result);
    }
    let digits = word.len()
        - word
            .trim_start_matches(|letter: char| letter.is_ascii_digit())
            .len();
    let mut text = word;
    if word[digits..].starts_with('.') || digits == word.len() {
        text = word[digits..].trim_start_matches('.');
        place.column += word.len() - text.len(); // digits and dots are one byte each
    }
    let is_number = text.is_empty();
    text = text.strip_suffix("e.p.").unwrap_or(text);
    if is_number || !text.is_empty() && text.chars().all(|letter| matches!(letter, '.' | '…')) {
        return Word::Number;
    }
    if text.is_empty() {
        return Word::Nothing;
    }
    if text
        .chars()
        .all(|letter| matches!(letter, '!' | '?' | '.' | '…'))
    {
        return Word::Glyph(text);
    }
    Word::Move(text, place)
}

/// Whether a character can be part of a move, a number or a result.
pub(super) fn is_word_char(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_control() && !"{}()[]<>;$\"".contains(letter)
}

/// Skips white space and `%` lines up to the next token, or to the end of a comment, which is
/// returned.
pub(super) fn next_comment<'a>(cursor: &mut Cursor<'a>) -> Result<Option<Comment<'a>>, PgnError> {
    loop {
        cursor.skip_whitespace();
        let place = cursor.place();
        match cursor.peek() {
            Some('%') if place.column == 1 => {
                cursor.take_line();
            }
            Some(';') => {
                cursor.bump();
                return Ok(Some(Comment::ToLineEnd(cursor.take_line())));
            }
            Some('{') => {
                cursor.bump();
                let comment = cursor.take_while(|letter| letter != '}');
                if !cursor.eat('}') {
                    return Err(PgnErrorKind::UnclosedComment.at(place));
                }
                return Ok(Some(Comment::InBraces(comment)));
            }
            _ => return Ok(None),
        }
    }
}

/// Takes a numeric annotation glyph and returns its digits, which may be missing.
pub(super) fn read_nag<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.bump();
    cursor.take_while(|letter| letter.is_ascii_digit())
}
