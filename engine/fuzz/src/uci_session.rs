//! Any text as a conversation in UCI, a command on each line: positions are shown and searched
//! within what `go` allows.

use engine::rules::Game;
use ponder::uci::{self, Command, UciSettings};

use super::search::search;

/// Searches in one conversation at most.
const SEARCHES: usize = 4;

pub fn check(text: &str) {
    let mut game = Game::new();
    let mut settings = UciSettings::default();
    let mut searches = 0;
    for line in text.lines() {
        match uci::parse(line) {
            Ok(Some(Command::Position(next))) => game = *next,
            Ok(Some(Command::Go(go))) if searches < SEARCHES => {
                searches += 1;
                search(&game, go.limits(game.position(), &settings));
            }
            Ok(Some(Command::SetOption(option))) => drop(settings.apply(option)),
            Ok(Some(Command::Display)) => drop(uci::board(game.position())),
            Ok(Some(Command::Eval)) => {
                drop(uci::evaluation(game.position(), &settings.eval_config()))
            }
            Ok(Some(Command::Quit)) => break,
            _ => {}
        }
    }
}
