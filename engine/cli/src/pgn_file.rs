//! PGN files with several games.

use std::fs;
use std::path::{Path, PathBuf};

use engine::rules::Game;
use engine::rules::pgn::{self, PgnGame};

/// Reads the games of a file in order.
///
/// # Errors
/// The file or a game in it cannot be read; `visit` has had the games before.
pub fn each_game(path: &Path, mut visit: impl FnMut(PgnGame)) -> Result<(), String> {
    let with_path = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| with_path(&error))?;
    for game in text.split("\n[Event ") {
        if game.trim().is_empty() {
            continue;
        }
        // The split took it away.
        let game = match game.strip_prefix('"') {
            Some(rest) => format!("[Event \"{rest}"),
            None => game.to_owned(),
        };
        visit(pgn::parse(&game).map_err(|error| with_path(&error))?);
    }
    Ok(())
}

/// The first games of each file.
///
/// # Errors
/// A file or a game in it cannot be read.
pub fn first_games(paths: &[PathBuf], of_each: usize) -> Result<Vec<Game>, String> {
    let mut games = Vec::new();
    for path in paths {
        let mut left = of_each;
        each_game(path, |game| {
            if left > 0 {
                left -= 1;
                games.push(game.game());
            }
        })?;
    }
    Ok(games)
}
