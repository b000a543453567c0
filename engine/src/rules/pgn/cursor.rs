//! A text cursor with line and column.

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// From 1.
    pub(super) line: usize,
    /// In characters, from 1.
    pub(super) column: usize,
}

/// The rest of a text, and its place.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text); // a byte-order mark
        Cursor {
            rest,
            place: Place { line: 1, column: 1 },
        }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The text that is left.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The same place, with the text only up to `end`, a later place in the same text.
    pub(super) fn until(&self, end: &Cursor<'a>) -> Cursor<'a> {
        Cursor {
            rest: &self.rest[..self.rest.len() - end.rest.len()],
            place: self.place,
        }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Skips one character. `\n`, `\r\n` and `\r` alone each end a line.
    pub(super) fn bump(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        if letter == '\n' || letter == '\r' && self.peek() != Some('\n') {
            self.place = Place {
                line: self.place.line + 1,
                column: 1,
            };
        } else {
            self.place.column += 1;
        }
        Some(letter)
    }

    /// Skips `expected` if it comes next.
    pub(super) fn eat(&mut self, expected: char) -> bool {
        let comes = self.peek() == Some(expected);
        if comes {
            self.bump();
        }
        comes
    }

    /// Takes the longest prefix of characters that `belongs` accepts.
    pub(super) fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest;
        while self.peek().is_some_and(&belongs) {
            self.bump();
        }
        &start[..start.len() - self.rest.len()]
    }

    /// Skips white space and byte-order marks, which stand in the middle of joined files.
    pub(super) fn skip_whitespace(&mut self) {
        self.take_while(|letter| letter.is_whitespace() || letter == '\u{feff}');
    }

    /// Takes the rest of the line.
    pub(super) fn take_line(&mut self) -> &'a str {
        self.take_while(|letter| letter != '\n' && letter != '\r')
    }
}
