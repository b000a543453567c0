//! Reads lines of moves in SAN. Each dot at the beginning stands for a move of the line before: `...c5`
//! is another fourth half-move. Captures and checks are not marked.

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
    let mut before: Vec<(Position, Move)> = Vec::new();
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
        let sans = moves.trim_start_matches('.');
        let shared = moves.len() - sans.len();
        if shared > before.len() {
            return Err(BookError::Field {
                line: number,
                expected: "as many dots as the line before has moves, or fewer",
                found: text.to_owned(),
            });
        }
        before.truncate(shared);
        let mut position = before
            .last()
            .map_or_else(Position::startpos, |(position, mv)| position.play(*mv));
        for san in sans.split(' ') {
            let mv = san::parse(&position, san).map_err(|error| BookError::Move {
                line: number,
                error,
            })?;
            before.push((position, mv));
            position = position.play(mv);
        }
        lines.push(BookLine {
            number,
            fields: parts,
            steps: before.clone(),
        });
    }
    Ok(lines)
}
