//! `go`: the limits of a search.

use std::str::SplitWhitespace;
use std::time::Duration;

use engine::rules::{Color, Move, Position};
use engine::search::{Remaining, SearchLimits};

use super::error::UciError;
use super::numbers::{millis, number, saturate_to_u8};
use super::settings::UciSettings;

/// The limits of `go`, before the side to move is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    limits: SearchLimits,
    /// White's and Black's time and increment.
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u16>,
    search_moves: Vec<String>,
    ponder: bool,
}

/// The two uses of `go`.
pub(super) enum Go {
    Search(Box<GoCommand>),
    /// `go perft N`.
    Perft(u8),
}

/// Parses what follows `go`.
///
/// # Errors
/// A limit without its number.
pub(super) fn parse_go(mut words: SplitWhitespace<'_>) -> Result<Go, UciError> {
    let mut go = GoCommand::default();
    let mut in_search_moves = false;
    while let Some(word) = words.next() {
        let was_in_search_moves = std::mem::take(&mut in_search_moves);
        match word {
            "perft" => {
                let depth = number("perft", words.next())?;
                return Ok(Go::Perft(saturate_to_u8(depth)));
            }
            "depth" => go.limits.depth = Some(saturate_to_u8(number("depth", words.next())?)),
            "nodes" => go.limits.nodes = Some(number("nodes", words.next())?),
            "mate" => go.limits.mate = Some(saturate_to_u8(number("mate", words.next())?)),
            "movetime" => go.limits.movetime = Some(millis("movetime", words.next())?),
            "wtime" => go.time[0] = Some(millis("wtime", words.next())?),
            "btime" => go.time[1] = Some(millis("btime", words.next())?),
            "winc" => go.increment[0] = millis("winc", words.next())?,
            "binc" => go.increment[1] = millis("binc", words.next())?,
            "movestogo" => {
                let moves = number("movestogo", words.next())?;
                // Some GUIs send 0 where no time control follows.
                let moves = u16::try_from(moves).unwrap_or(u16::MAX);
                go.moves_to_go = Some(moves).filter(|&moves| moves > 0);
            }
            "ponder" => go.ponder = true,
            "infinite" => go.limits.infinite = true,
            "searchmoves" => in_search_moves = true,
            other => {
                // Moves end at the next keyword; other words are ignored.
                if was_in_search_moves {
                    go.search_moves.push(other.to_owned());
                    in_search_moves = true;
                }
            }
        }
    }
    Ok(Go::Search(Box::new(go)))
}

impl GoCommand {
    /// The limits for the side to move in `position`, under the options in force. `searchmoves` that
    /// are illegal there are dropped.
    #[must_use]
    pub fn limits(&self, position: &Position, settings: &UciSettings) -> SearchLimits {
        let side = match position.side_to_move() {
            Color::White => 0,
            Color::Black => 1,
        };
        let search_moves: Vec<Move> = self
            .search_moves
            .iter()
            .filter_map(|mv| position.parse_uci(mv).ok())
            .collect();
        let overhead = settings.move_overhead;
        // The GUI measures the time at its own end.
        let movetime = |time: Duration| time.saturating_sub(overhead).max(time / 2);
        SearchLimits {
            movetime: self.limits.movetime.map(movetime),
            overhead,
            clock: self.time[side].map(|time| Remaining {
                time,
                increment: self.increment[side],
                moves_to_go: self.moves_to_go,
            }),
            multipv: settings.multipv.max(1),
            searchmoves: search_moves,
            ..self.limits.clone()
        }
    }

    /// Whether the search runs on the opponent's time: until `ponderhit` its time limits do not hold,
    /// and it sends no `bestmove`.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.ponder
    }

    /// Whether the search runs until `stop`: `go infinite`, or `go` without any limit.
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

#[cfg(test)]
mod tests {
    use super::super::{Command, parse};
    use super::*;

    fn read(line: &str) -> GoCommand {
        match parse(line) {
            Ok(Some(Command::Go(go))) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn go_limits(line: &str) -> SearchLimits {
        read(line).limits(&Position::startpos(), &UciSettings::default())
    }

    #[test]
    fn limits_are_read_with_their_units() {
        let limits = go_limits("go depth 6 nodes 1000 movetime 250 mate 3");
        assert_eq!(limits.depth, Some(6));
        assert_eq!(limits.nodes, Some(1_000));
        let movetime = Duration::from_millis(250) - limits.overhead;
        assert_eq!(limits.movetime, Some(movetime));
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
            let clock = go.limits(&position, &UciSettings::default()).clock.unwrap();
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
    fn a_search_on_the_opponents_time_keeps_its_limits() {
        let go = read("go ponder wtime 1000 btime 2000 movestogo 3");
        assert!(go.is_pondering() && !go.is_infinite());
        let clock = go_limits("go ponder wtime 1000").clock.unwrap();
        assert_eq!(clock.time, Duration::from_secs(1));
        assert!(!read("go wtime 1000").is_pondering());
    }

    #[test]
    fn no_moves_to_go_is_no_time_control() {
        let clock = |line| go_limits(line).clock.unwrap();
        assert_eq!(clock("go wtime 1000 movestogo 0").moves_to_go, None);
        assert_eq!(
            clock("go wtime 1000 movestogo 99999999").moves_to_go,
            Some(u16::MAX)
        );
    }

    #[test]
    fn options_reach_the_search() {
        let settings = UciSettings {
            multipv: 3,
            move_overhead: Duration::from_millis(100),
            ..UciSettings::default()
        };
        let limits = |line| read(line).limits(&Position::startpos(), &settings);
        assert_eq!(limits("go wtime 1000").overhead, settings.move_overhead);
        assert_eq!(limits("go depth 3").multipv, 3);
        let movetime = |line| limits(line).movetime.unwrap().as_millis();
        assert_eq!(movetime("go movetime 1000"), 900);
        assert_eq!(movetime("go movetime 50"), 25, "never less than half");
    }
}
