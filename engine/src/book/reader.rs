//! Reads lines of moves in SAN; moves shared with the line before are not parsed again.

use crate::rules::{Move, Position, SanError, san};

/// An invalid line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    #[error("line {line}: expected {expected}, found {found:?}")]
    Field {
        line: usize,
        expected: &'static str,
        found: String,
    },
    #[error("line {line}: {error}")]
    Move { line: usize, error: SanError },
}

/// One line of a file: its tab-separated fields, the last one played out.
pub(super) struct BookLine<'t> {
    /// From 1.
    pub number: usize,
    pub fields: Vec<&'t str>,
    /// Each move with the position before it.
    pub steps: Vec<(Position, Move)>,
}

impl BookLine<'_> {
    /// The position after the last move.
    pub fn end(&self) -> Position {
        self.steps
            .last()
            .map_or_else(Position::startpos, |(position, mv)| position.play(*mv))
    }

    /// An error about a field.
    pub fn wrong(&self, expected: &'static str, found: &str) -> BookError {
        BookError::Field {
            line: self.number,
            expected,
            found: found.to_owned(),
        }
    }
}

/// All lines of a file. Each has `fields` fields before its moves.
pub(super) fn read(text: &str, fields: usize) -> Result<Vec<BookLine<'_>>, BookError> {
    let mut lines: Vec<BookLine<'_>> = Vec::new();
    let mut before: Vec<(&str, Position, Move)> = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let number = index + 1;
        let mut parts: Vec<&str> = text.split('\t').collect();
        let moves = match parts.pop() {
            Some(moves) if parts.len() == fields => moves,
            _ => {
                return Err(BookError::Field {
                    line: number,
                    expected: "fields separated by tabs",
                    found: text.to_owned(),
                });
            }
        };
        let sans: Vec<&str> = moves.split(' ').collect();
        let shared = before
            .iter()
            .zip(&sans)
            .take_while(|((known, ..), san)| known == *san)
            .count();
        before.truncate(shared);
        let mut position = before
            .last()
            .map_or_else(Position::startpos, |(_, position, mv)| position.play(*mv));
        for &san in &sans[shared..] {
            let mv = san::parse(&position, san).map_err(|error| BookError::Move {
                line: number,
                error,
            })?;
            before.push((san, position, mv));
            position = position.play(mv);
        }
        lines.push(BookLine {
            number,
            fields: parts,
            steps: before
                .iter()
                .map(|(_, position, mv)| (*position, *mv))
                .collect(),
        });
    }
    Ok(lines)
}
