//! Any text as one line of UCI: read or refused, never a panic, and errors stay short.

use engine::rules::Position;
use ponder::uci::{self, Command, UciSettings};

/// Bytes; a GUI shows an error on one line.
const LONGEST_ERROR: usize = 1_000;

pub fn check(line: &str) {
    match uci::parse(line) {
        Ok(Some(Command::Position(game))) => {
            let mut position = *game.start();
            for &mv in game.moves() {
                assert!(position.is_legal(mv), "{mv} in {position}");
                position = position.play(mv);
            }
            assert_eq!(position, *game.position());
        }
        Ok(Some(Command::Go(go))) => {
            let position = Position::startpos();
            let limits = go.limits(&position, &UciSettings::default());
            assert!(limits.searchmoves.iter().all(|&mv| position.is_legal(mv)));
        }
        Ok(_) => {}
        Err(error) => assert!(error.to_string().len() <= LONGEST_ERROR, "{error}"),
    }
}
