//! What people paste, drop or choose: a position as FEN, or a game as PGN.

use engine::rules::{Position, pgn};

use super::error::Refused;
use super::link::{Opened, opened_by};

/// A longer text is not read, bytes.
pub const MOST_BYTES: usize = 1024 * 1024;

/// A text that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    pub opened: Opened,
    /// How many more games the text holds, which were not read.
    pub more: usize,
}

/// Reads a FEN, a board alone or an EPD, the first game of a PGN, or an address of this page.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn import(text: &str) -> Result<Imported, Refused> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Refused::Empty);
    }
    if text.len() > MOST_BYTES {
        return Err(Refused::TooLong {
            bytes: text.len(),
            most: MOST_BYTES,
        });
    }
    // An address of this page, as it is copied here.
    if let Some((_, fragment)) = text.split_once("/analyze#")
        && let Some(opened) = opened_by(fragment)
    {
        return Ok(Imported {
            opened: opened?,
            more: 0,
        });
    }
    if looks_like_fen(text) {
        return Ok(Imported {
            opened: Opened::position(Position::from_fen(&bare_fen(text))?),
            more: 0,
        });
    }
    let mut read = pgn::parse(text)?;
    // Some say it behind the moves only.
    if read.tags.get("Result").is_none() && read.result != pgn::GameResult::Unknown {
        read.tags.set("Result", read.result.text());
    }
    let games = text
        .lines()
        .filter(|line| line.starts_with("[Event "))
        .count();
    Ok(Imported {
        opened: Opened::of(read.tree, read.tags),
        more: games.saturating_sub(1),
    })
}

/// One line that begins with ranks: no move and no tag looks like that.
fn looks_like_fen(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_result = matches!(first, "1/2-1/2" | "1/2");
    text.lines().count() == 1 && first.contains('/') && !is_result && !text.starts_with('[')
}

/// The fields of a position: White is to move where only the board is given, and an EPD's
/// operations are left out.
fn bare_fen(text: &str) -> String {
    let fields: Vec<&str> = text.split_whitespace().collect();
    match fields.as_slice() {
        [board] => format!("{board} w - -"),
        [_, _, _, _, operation, ..]
            if !operation.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') =>
        {
            fields[..4].join(" ")
        }
        _ => text.to_owned(),
    }
}
