//! Parses one line from a GUI.

use std::str::SplitWhitespace;

use engine::rules::Game;

use super::error::{UciError, excerpt};
use super::go::{Go, GoCommand, parse_go};
use super::option::SetOption;
use super::options::parse_set_option;

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
        Some("go") => match parse_go(words)? {
            Go::Search(go) => Command::Go(go),
            Go::Perft(depth) => Command::Perft(depth),
        },
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
