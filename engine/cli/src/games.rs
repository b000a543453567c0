//! Games of a file of PGN, one after the other.

use std::fs;
use std::path::Path;

use engine::rules::pgn::{self, PgnGame};

/// Reads each game of a file, in order.
///
/// # Errors
/// The file cannot be read, or a game in it; those before it were told.
pub fn each(path: &Path, mut told: impl FnMut(PgnGame)) -> Result<(), String> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| named(&error))?;
    for game in text.split("\n[Event ") {
        if game.trim().is_empty() {
            continue;
        }
        // What the split took away.
        let game = match game.strip_prefix('"') {
            Some(rest) => format!("[Event \"{rest}"),
            None => game.to_owned(),
        };
        told(pgn::parse(&game).map_err(|error| named(&error))?);
    }
    Ok(())
}
