//! Parses one line from a GUI.

use std::str::SplitWhitespace;
use std::time::Duration;

use engine::rules::Game;

use super::go::{GoCommand, parse_go};
use super::options::{SetOption, parse_set_option};

/// A command of a GUI.
#[derive(Debug)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    /// The game to search from now on.
    Position(Box<Game>),
    Go(Box<GoCommand>),
    /// `go perft N`: count the legal continuations of N plies.
    Perft(u8),
    SetOption(SetOption),
    Stop,
    PonderHit,
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the static evaluation.
    Eval,
    Bench,
}

/// A known command with something wrong in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciError {
    #[error("position: expected startpos or fen, found {0:?}")]
    PositionKind(String),
    #[error("position: {0}")]
    Fen(String),
    #[error("position: move {number} ({mv:?}): {reason}")]
    IllegalMove {
        number: usize,
        mv: String,
        reason: String,
    },
    #[error("{name}: expected a number, found {found:?}")]
    Number { name: &'static str, found: String },
    #[error("setoption: {name} must be {expected}, found {found:?}")]
    Value {
        name: &'static str,
        expected: String,
        found: String,
    },
    #[error("setoption: unknown option {0:?}")]
    UnknownOption(String),
}

/// Parses a line; `None` for an empty or unknown one, which the protocol says to ignore.
///
/// # Errors
/// A known command with something wrong in it.
pub fn parse(line: &str) -> Result<Option<Command>, UciError> {
    let mut words = line.split_whitespace();
    let command = match words.next() {
        Some("uci") => Command::Uci,
        Some("isready") => Command::IsReady,
        Some("ucinewgame") => Command::NewGame,
        Some("position") => Command::Position(Box::new(position(&mut words)?)),
        Some("go") => return parse_go(words).map(Some),
        Some("setoption") => Command::SetOption(parse_set_option(words)?),
        Some("stop") => Command::Stop,
        Some("ponderhit") => Command::PonderHit,
        Some("quit") => Command::Quit,
        Some("d") => Command::Display,
        Some("eval") => Command::Eval,
        Some("bench") => Command::Bench,
        _ => return Ok(None),
    };
    Ok(Some(command))
}

/// `startpos` or `fen …`, then perhaps `moves …`.
fn position(words: &mut SplitWhitespace<'_>) -> Result<Game, UciError> {
    let mut game = match words.next() {
        Some("startpos") => {
            // Other words before the moves are ignored.
            let _ = words.by_ref().take_while(|word| *word != "moves").count();
            Game::new()
        }
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            let fen = fields.join(" ");
            Game::from_fen(&fen).map_err(|error| UciError::Fen(error.to_string()))?
        }
        other => return Err(UciError::PositionKind(excerpt(other.unwrap_or_default()))),
    };
    for (index, word) in words.enumerate() {
        let illegal = |reason: String| UciError::IllegalMove {
            number: index + 1,
            mv: excerpt(word),
            reason,
        };
        let mv = game
            .position()
            .parse_uci(word)
            .map_err(|error| illegal(error.to_string()))?;
        game.play(mv).map_err(|error| illegal(error.to_string()))?;
    }
    Ok(game)
}

/// Parses a whole number; a negative one (a clock that has run out) counts as 0.
pub(super) fn number(name: &'static str, word: Option<&str>) -> Result<u64, UciError> {
    let word = word.unwrap_or_default();
    let error = || UciError::Number {
        name,
        found: excerpt(word),
    };
    let number: i128 = word.parse().map_err(|_| error())?;
    u64::try_from(number.max(0)).map_err(|_| error())
}

pub(super) fn millis(name: &'static str, word: Option<&str>) -> Result<Duration, UciError> {
    number(name, word).map(Duration::from_millis)
}

/// The number, or the largest `u8`.
pub(super) fn saturate_to_u8(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// The first characters of foreign text, for an error message.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_and_empty_lines_are_ignored() {
        for line in [
            "",
            "   ",
            "xyzzy",
            "debug on",
            "register later",
            "\u{0}",
            "♔ go",
        ] {
            assert!(matches!(parse(line), Ok(None)), "{line:?}");
        }
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let cases = [
            ("position startpos".to_owned(), 0),
            ("position startpos moves e2e4 e7e5 g1f3".to_owned(), 3),
            (format!("position fen {fen}"), 0),
            (format!("position fen {fen} moves e2e4 e8d7"), 2),
        ];
        for (line, plies) in cases {
            let Ok(Some(Command::Position(game))) = parse(&line) else {
                panic!("{line}")
            };
            assert_eq!(game.ply(), plies, "{line}");
        }
    }

    #[test]
    fn hostile_lines_get_an_error_and_never_a_panic() {
        let long = format!("position fen {}", "/".repeat(100_000));
        let moves = format!("position startpos moves {}", "e2e4 ".repeat(10_000));
        let lines = [
            "position",
            "position fen",
            "position fen moves e2e4",
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
            "position startpos moves e2e5",
            "position startpos moves e2e4 ♞f6",
            "position startpos moves e7e8q",
            "position startpos moves 0000",
            "go depth",
            "go depth x",
            "go depth 1e3",
            "go nodes 99999999999999999999999999999999999999999999",
            "go movetime nan",
            "go perft",
            "go wtime 340282366920938463463374607431768211456",
            long.as_str(),
            moves.as_str(),
        ];
        for line in lines {
            let error = parse(line).expect_err(&line[..line.len().min(80)]);
            assert!(error.to_string().len() < 1_000, "{error}");
        }
        for line in [
            "go depth -3",
            "go nodes -1",
            "go mate 0",
            "go searchmoves",
            "go xyzzy 3 ♔",
        ] {
            assert!(parse(line).is_ok(), "{line}");
        }
    }
}
