//! Import of pasted, dropped or uploaded text: a FEN or a PGN.

use engine::rules::{Position, pgn};

use super::link::{ImportError, OpenedGame, RequestedReview, parse_fragment};
use super::state::REVIEW_TAG;

/// The longest text that is read, bytes.
pub const MAX_IMPORT_BYTES: usize = 1024 * 1024;

/// A successful import.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    pub opened: OpenedGame,
    /// What the game says and the analysis cannot hold.
    pub skipped: pgn::SkippedParts,
    /// Further games of the text, which are not opened.
    pub skipped_games: usize,
}

/// Reads a FEN, a board alone, an EPD, the first game of a PGN, or an address of this page.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn import(text: &str) -> Result<Imported, ImportError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(ImportError::Empty);
    }
    if text.len() > MAX_IMPORT_BYTES {
        return Err(ImportError::TooLong {
            bytes: text.len(),
            max: MAX_IMPORT_BYTES,
        });
    }
    if let Some((_, fragment)) = text.split_once("/analyze#")
        && let Some(opened) = parse_fragment(fragment)
    {
        return Ok(Imported::single(opened?));
    }
    if looks_like_fen(text) {
        let position = Position::from_fen(&bare_fen(text))?;
        return Ok(Imported::single(OpenedGame::from_position(position)));
    }
    let mut games = pgn::games(text);
    let Some(first) = games.next() else {
        // The parser says what it found instead of a game.
        let read = pgn::parse_annotated(text)?;
        return Ok(Imported::game(read, 0));
    };
    // Words and further results after a result are no game.
    let has_moves = |read: pgn::AnnotatedGame| !read.tree.is_empty();
    let is_game =
        |game: &pgn::GameText<'_>| game.text().starts_with('[') || game.read().is_ok_and(has_moves);
    let skipped_games = games.filter(is_game).count();
    match first.read() {
        Ok(read) => Ok(Imported::game(read, skipped_games)),
        Err(refused) if skipped_games > 0 => Err(refused.into()),
        Err(refused) => Err(refused.error.into()),
    }
}

impl Imported {
    /// A text with one thing in it.
    fn single(opened: OpenedGame) -> Self {
        Self {
            opened,
            skipped: pgn::SkippedParts::default(),
            skipped_games: 0,
        }
    }

    fn game(mut read: pgn::AnnotatedGame, skipped_games: usize) -> Self {
        let review = read.tags.remove(REVIEW_TAG);
        // Some PGN files state the result only after the moves.
        if read.tags.get("Result").is_none() && read.result != pgn::GameResult::Unknown {
            read.tags.set("Result", read.result.text());
        }
        Self {
            opened: OpenedGame {
                annotations: read.annotations,
                review: review.map_or(RequestedReview::None, RequestedReview::Stored),
                ..OpenedGame::new(read.tree, read.tags)
            },
            skipped: read.skipped,
            skipped_games,
        }
    }
}

/// One line that begins with ranks: no move and no tag looks like that.
fn looks_like_fen(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_result = matches!(first, "1/2-1/2" | "1/2");
    text.lines().count() == 1 && first.contains('/') && !is_result && !text.starts_with('[')
}

/// A complete FEN: White is to move where only the board is given, and an EPD's operations are
/// dropped.
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
