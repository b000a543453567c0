//! The GUI's side of the protocol: commands to another engine, and its answers.

use engine::rules::{Game, Position};
use engine::search::{Remaining, Score, SearchLimits};

/// A line from an engine, as far as a match needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineLine<'a> {
    UciOk,
    ReadyOk,
    /// `id name …`
    Name(&'a str),
    /// `bestmove …`: the move as text, empty if there is none.
    BestMove(&'a str),
    /// `info …` with at least one of the fields.
    Info {
        depth: Option<u8>,
        nodes: Option<u64>,
        score: Option<Score>,
    },
    Other,
}

/// Parses a line; anything unknown or malformed is [`EngineLine::Other`].
#[must_use]
pub fn parse_line(line: &str) -> EngineLine<'_> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("uciok") => EngineLine::UciOk,
        Some("readyok") => EngineLine::ReadyOk,
        Some("id") if words.next() == Some("name") => {
            let name = line.split_once("name").map_or("", |(_, name)| name);
            EngineLine::Name(name.trim())
        }
        Some("bestmove") => EngineLine::BestMove(words.next().unwrap_or_default()),
        Some("info") => parse_info(words),
        _ => EngineLine::Other,
    }
}

fn parse_info<'a>(mut words: impl Iterator<Item = &'a str>) -> EngineLine<'a> {
    let (mut depth, mut nodes, mut score) = (None, None, None);
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = number(words.next()),
            "nodes" => nodes = number(words.next()),
            "score" => {
                score = match (words.next(), number(words.next())) {
                    (Some("cp"), Some(cp)) => Some(Score::Cp(cp)),
                    (Some("mate"), Some(moves)) => Some(Score::Mate(moves)),
                    _ => None,
                }
            }
            // Text or moves follow to the end of the line.
            "string" | "pv" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    if depth.is_none() && nodes.is_none() && score.is_none() {
        return EngineLine::Other;
    }
    EngineLine::Info {
        depth,
        nodes,
        score,
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

/// `position …`: the start position and every move, which repetitions need.
#[must_use]
pub fn position(game: &Game) -> String {
    let mut text = if *game.start() == Position::startpos() {
        String::from("position startpos")
    } else {
        format!("position fen {}", game.start().to_fen())
    };
    for (index, mv) in game.moves().iter().enumerate() {
        text.push_str(if index == 0 { " moves " } else { " " });
        text.push_str(&mv.to_string());
    }
    text
}

/// `go …`; `clocks` are White's and Black's. Milliseconds are rounded down, to 1 at least.
#[must_use]
pub fn go(limits: &SearchLimits, clocks: [Option<Remaining>; 2]) -> String {
    let mut text = String::from("go");
    let mut push = |name: &str, value: u128| text.push_str(&format!(" {name} {value}"));
    if limits.clock.is_some() {
        for (clock, names) in clocks.iter().zip([["wtime", "winc"], ["btime", "binc"]]) {
            if let Some(clock) = clock {
                push(names[0], clock.time.as_millis().max(1));
                push(names[1], clock.increment.as_millis());
            }
        }
    }
    if let Some(time) = limits.movetime {
        push("movetime", time.as_millis().max(1));
    }
    if let Some(depth) = limits.depth {
        push("depth", depth.into());
    }
    if let Some(nodes) = limits.nodes {
        push("nodes", nodes.into());
    }
    // Programs take all that follows as moves.
    if !limits.searchmoves.is_empty() {
        text.push_str(" searchmoves");
        for mv in &limits.searchmoves {
            text.push_str(&format!(" {mv}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn lines_are_read_as_the_protocol_has_them() {
        let cases = [
            ("uciok", EngineLine::UciOk),
            ("  readyok \r", EngineLine::ReadyOk),
            (
                "id name Some Engine 2.1",
                EngineLine::Name("Some Engine 2.1"),
            ),
            ("id author Nobody", EngineLine::Other),
            ("bestmove e2e4 ponder e7e5", EngineLine::BestMove("e2e4")),
            ("bestmove", EngineLine::BestMove("")),
            (
                "info depth 7 seldepth 9 score cp -31 lowerbound nodes 5000 pv depth 9 nodes 3",
                EngineLine::Info {
                    depth: Some(7),
                    nodes: Some(5_000),
                    score: Some(Score::Cp(-31)),
                },
            ),
            (
                "info score mate -3",
                EngineLine::Info {
                    depth: None,
                    nodes: None,
                    score: Some(Score::Mate(-3)),
                },
            ),
            ("info string depth 3", EngineLine::Other),
        ];
        for (line, expected) in cases {
            assert_eq!(parse_line(line), expected, "{line}");
        }
    }

    #[test]
    fn hostile_lines_mean_nothing() {
        for line in [
            "",
            "\u{0}\u{7f}",
            "info",
            "info depth",
            "info depth 999 nodes -1",
            "info score cp 99999999999999999999",
            "info score score score",
            "id",
            "BESTMOVE e2e4",
        ] {
            assert_eq!(parse_line(line), EngineLine::Other, "{line:?}");
        }
    }

    #[test]
    fn what_is_said_is_read_by_our_own_parser() {
        let mut game = Game::new();
        game.play(game.position().parse_uci("e2e4").unwrap())
            .unwrap();
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40";
        for game in [Game::new(), game, Game::from_fen(fen).unwrap()] {
            let Ok(Some(super::super::Command::Position(read))) =
                super::super::parse(&position(&game))
            else {
                panic!()
            };
            assert_eq!(*read, game);
        }
        let game = Game::new();
        let clock = |seconds| {
            Some(Remaining {
                time: Duration::from_secs(seconds),
                increment: Duration::from_millis(80),
                moves_to_go: None,
            })
        };
        let limits = SearchLimits {
            clock: clock(8),
            nodes: Some(5),
            ..SearchLimits::default()
        };
        assert_eq!(
            go(&limits, [clock(8), clock(7)]),
            "go wtime 8000 winc 80 btime 7000 binc 80 nodes 5"
        );
        assert_eq!(go(&SearchLimits::depth(3), [None, clock(7)]), "go depth 3");
        let moves = game.position().legal_moves();
        let only = SearchLimits {
            searchmoves: moves[..2].to_vec(),
            ..SearchLimits::depth(3)
        };
        let text = format!("go depth 3 searchmoves {} {}", moves[0], moves[1]);
        assert_eq!(go(&only, [None; 2]), text);
    }
}
