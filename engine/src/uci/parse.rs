//! Reads one line of the protocol.

use std::str::SplitWhitespace;
use std::time::Duration;

use crate::rules::{Color, Game, Move, Position};
use crate::search::{Remaining, SearchLimits};

/// What a line asks for.
#[derive(Debug)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    /// The game to think about from now on.
    Position(Box<Game>),
    Go(Box<Go>),
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

/// The limits of `go`, before it is known who moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    limits: SearchLimits,
    /// White's and Black's time and increment.
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u16>,
    search_moves: Vec<String>,
}

/// `setoption`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetOption {
    /// MB, 1 to [`SetOption::HASH_MOST`].
    Hash(u32),
    /// Lines, 1 to [`SetOption::LINES_MOST`].
    MultiPv(u8),
}

impl SetOption {
    pub const HASH_MOST: u32 = 4_096;
    pub const LINES_MOST: u8 = 218;
}

/// A line that means something but cannot be followed.
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
    #[error("setoption: {name} must be {low} to {high}, found {found:?}")]
    OutOfRange {
        name: &'static str,
        low: u32,
        high: u32,
        found: String,
    },
    #[error("setoption: unknown option {0:?}")]
    UnknownOption(String),
}

/// Reads a line; `None` for an empty or unknown one, which the protocol says to ignore.
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
        Some("go") => return go(words).map(Some),
        Some("setoption") => Command::SetOption(set_option(words)?),
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
            // Whatever stands between here and the moves is not ours.
            let _ = words.by_ref().take_while(|word| *word != "moves").count();
            Game::new()
        }
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            let fen = fields.join(" ");
            Game::from_fen(&fen).map_err(|error| UciError::Fen(error.to_string()))?
        }
        other => return Err(UciError::PositionKind(shown(other.unwrap_or_default()))),
    };
    for (index, word) in words.enumerate() {
        let illegal = |reason: String| UciError::IllegalMove {
            number: index + 1,
            mv: shown(word),
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

fn go(mut words: SplitWhitespace<'_>) -> Result<Command, UciError> {
    let mut go = Go::default();
    let mut in_search_moves = false;
    while let Some(word) = words.next() {
        let was_in_search_moves = std::mem::take(&mut in_search_moves);
        match word {
            "perft" => return Ok(Command::Perft(small(number("perft", words.next())?))),
            "depth" => go.limits.depth = Some(small(number("depth", words.next())?)),
            "nodes" => go.limits.nodes = Some(number("nodes", words.next())?),
            "mate" => go.limits.mate = Some(small(number("mate", words.next())?)),
            "movetime" => go.limits.movetime = Some(millis("movetime", words.next())?),
            "wtime" => go.time[0] = Some(millis("wtime", words.next())?),
            "btime" => go.time[1] = Some(millis("btime", words.next())?),
            "winc" => go.increment[0] = millis("winc", words.next())?,
            "binc" => go.increment[1] = millis("binc", words.next())?,
            "movestogo" => {
                let moves = number("movestogo", words.next())?;
                go.moves_to_go = Some(u16::try_from(moves).unwrap_or(u16::MAX));
            }
            "infinite" => go.limits.infinite = true,
            "searchmoves" => in_search_moves = true,
            other => {
                // Moves go on as long as no keyword stops them; other words are ignored.
                if was_in_search_moves {
                    go.search_moves.push(other.to_owned());
                    in_search_moves = true;
                }
            }
        }
    }
    Ok(Command::Go(Box::new(go)))
}

impl Go {
    /// The limits for the side to move in `position`. Moves that are not legal there are left out.
    #[must_use]
    pub fn limits(&self, position: &Position, multipv: u8) -> SearchLimits {
        let side = match position.side_to_move() {
            Color::White => 0,
            Color::Black => 1,
        };
        let search_moves: Vec<Move> = self
            .search_moves
            .iter()
            .filter_map(|mv| position.parse_uci(mv).ok())
            .collect();
        SearchLimits {
            clock: self.time[side].map(|time| Remaining {
                time,
                increment: self.increment[side],
                moves_to_go: self.moves_to_go,
            }),
            multipv: multipv.max(1),
            searchmoves: search_moves,
            ..self.limits.clone()
        }
    }

    /// Whether the search runs until `stop`: asked for, or without any limit.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        let limits = &self.limits;
        let limited = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.movetime.is_some()
            || self.time.iter().any(Option::is_some);
        limits.infinite || !limited
    }
}

/// `name NAME [value VALUE]`; names may have several words and any case.
fn set_option(words: SplitWhitespace<'_>) -> Result<SetOption, UciError> {
    let mut words = words.skip_while(|word| *word != "name").skip(1);
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    let value: Vec<&str> = words.collect();
    let name = name.join(" ").to_lowercase();
    let value = value.join(" ");
    match name.as_str() {
        "hash" => in_range("Hash", &value, SetOption::HASH_MOST).map(SetOption::Hash),
        "multipv" => in_range("MultiPV", &value, u32::from(SetOption::LINES_MOST))
            .map(|lines| SetOption::MultiPv(lines as u8)),
        _ => Err(UciError::UnknownOption(shown(&name))),
    }
}

fn in_range(name: &'static str, value: &str, high: u32) -> Result<u32, UciError> {
    match value.parse::<u32>() {
        Ok(number) if (1..=high).contains(&number) => Ok(number),
        _ => Err(UciError::OutOfRange {
            name,
            low: 1,
            high,
            found: shown(value),
        }),
    }
}

/// A whole number; a negative one (a clock that has run out) counts as 0.
fn number(name: &'static str, word: Option<&str>) -> Result<u64, UciError> {
    let word = word.unwrap_or_default();
    let error = || UciError::Number {
        name,
        found: shown(word),
    };
    let number: i128 = word.parse().map_err(|_| error())?;
    u64::try_from(number.max(0)).map_err(|_| error())
}

fn millis(name: &'static str, word: Option<&str>) -> Result<Duration, UciError> {
    number(name, word).map(Duration::from_millis)
}

fn small(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Foreign text for an error: not longer than a line.
fn shown(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_limits(line: &str) -> SearchLimits {
        match parse(line) {
            Ok(Some(Command::Go(go))) => go.limits(&Position::startpos(), 1),
            other => panic!("{line}: {other:?}"),
        }
    }

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
    fn limits_are_read_with_their_units() {
        let limits = go_limits("go depth 6 nodes 1000 movetime 250 mate 3");
        assert_eq!(limits.depth, Some(6));
        assert_eq!(limits.nodes, Some(1_000));
        assert_eq!(limits.movetime, Some(Duration::from_millis(250)));
        assert_eq!(limits.mate, Some(3));
        assert_eq!(limits.clock, None);
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let line = "go wtime 60000 btime 30000 winc 1000 binc 2000 movestogo 20";
        let Ok(Some(Command::Go(go))) = parse(line) else {
            panic!()
        };
        let white = Position::startpos();
        let black = white.play(white.parse_uci("e2e4").unwrap());
        for (position, time, increment) in [(white, 60, 1), (black, 30, 2)] {
            let clock = go.limits(&position, 1).clock.unwrap();
            assert_eq!(clock.time, Duration::from_secs(time));
            assert_eq!(clock.increment, Duration::from_secs(increment));
            assert_eq!(clock.moves_to_go, Some(20));
        }
    }

    #[test]
    fn a_clock_below_zero_counts_as_run_out() {
        assert_eq!(
            go_limits("go wtime -5 winc 0").clock.unwrap().time,
            Duration::ZERO
        );
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let limits = go_limits("go searchmoves e2e4 d2d4 e2e5 depth 3");
        let names: Vec<String> = limits.searchmoves.iter().map(Move::to_string).collect();
        assert_eq!(names, ["e2e4", "d2d4"]);
        assert_eq!(limits.depth, Some(3));
    }

    #[test]
    fn a_search_without_limits_is_infinite() {
        let cases = [
            ("go", true),
            ("go infinite", true),
            ("go infinite depth 3", true),
        ];
        for (line, infinite) in cases.into_iter().chain([("go depth 3", false)]) {
            let Ok(Some(Command::Go(go))) = parse(line) else {
                panic!()
            };
            assert_eq!(go.is_infinite(), infinite, "{line}");
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
    fn options_are_found_in_any_case_and_checked() {
        let read = |line| match parse(line) {
            Ok(Some(Command::SetOption(option))) => Some(option),
            _ => None,
        };
        assert_eq!(
            read("setoption name Hash value 64"),
            Some(SetOption::Hash(64))
        );
        assert_eq!(
            read("setoption name multipv value 3"),
            Some(SetOption::MultiPv(3))
        );
        for line in [
            "setoption",
            "setoption name",
            "setoption name Hash",
            "setoption name Hash value 0",
            "setoption name Hash value 99999999999",
            "setoption name MultiPV value 0",
            "setoption name Contempt value 3",
        ] {
            assert!(parse(line).is_err(), "{line}");
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
