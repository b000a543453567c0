//! A finished pair of games as one line of text, for files that a match is resumed from.

use std::fmt;
use std::str::FromStr;

use super::{Ending, FaultKind, Played};
use engine::rules::Color;

/// What a game gave to the first of the two contestants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Point {
    Loss,
    Draw,
    Win,
}

/// How it ended, without the story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    Rules,
    Adjudicated,
    /// The loser's.
    Fault(FaultKind),
}

/// One game from the first contestant's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    pub point: Point,
    pub end: End,
}

/// Both games of an opening: the first contestant has White in the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairRecord {
    /// The opening's number.
    pub index: u32,
    pub games: [GameRecord; 2],
}

/// A line that is no pair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a pair such as \"pair 3 win:rules loss:time\", found {0:?}")]
pub struct RecordError(pub String);

impl GameRecord {
    /// A game in which the first contestant played `side`.
    #[must_use]
    pub fn new(played: &Played, side: Color) -> GameRecord {
        let point = match played.winner {
            None => Point::Draw,
            Some(winner) if winner == side => Point::Win,
            Some(_) => Point::Loss,
        };
        let end = match &played.ending {
            Ending::Rules(_) => End::Rules,
            Ending::Adjudicated => End::Adjudicated,
            Ending::Fault(fault) => End::Fault(fault.kind),
        };
        GameRecord { point, end }
    }
}

const POINTS: [(Point, &str); 3] = [
    (Point::Loss, "loss"),
    (Point::Draw, "draw"),
    (Point::Win, "win"),
];

const ENDS: [(End, &str); 6] = [
    (End::Rules, "rules"),
    (End::Adjudicated, "adjudicated"),
    (End::Fault(FaultKind::Time), "time"),
    (End::Fault(FaultKind::Illegal), "illegal"),
    (End::Fault(FaultKind::Crashed), "crashed"),
    (End::Fault(FaultKind::Disconnected), "disconnected"),
];

fn word<T: PartialEq>(table: &[(T, &'static str)], value: &T) -> &'static str {
    let found = table.iter().find(|(candidate, _)| candidate == value);
    found.map_or("?", |(_, word)| word)
}

fn value<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    let found = table.iter().find(|(_, candidate)| *candidate == word);
    found.map(|(value, _)| *value)
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}",
            word(&POINTS, &self.point),
            word(&ENDS, &self.end)
        )
    }
}

impl fmt::Display for PairRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.games;
        write!(f, "pair {} {first} {second}", self.index)
    }
}

impl FromStr for PairRecord {
    type Err = RecordError;

    fn from_str(line: &str) -> Result<PairRecord, RecordError> {
        read(line).ok_or_else(|| RecordError(line.chars().take(80).collect()))
    }
}

fn read(line: &str) -> Option<PairRecord> {
    let mut words = line.split_whitespace();
    words.next().filter(|&word| word == "pair")?;
    let index = words.next()?.parse().ok()?;
    let games = [game(words.next()?)?, game(words.next()?)?];
    words
        .next()
        .is_none()
        .then_some(PairRecord { index, games })
}

fn game(word: &str) -> Option<GameRecord> {
    let (point, end) = word.split_once(':')?;
    let record = GameRecord {
        point: value(&POINTS, point)?,
        end: value(&ENDS, end)?,
    };
    // A fault has a loser.
    let drawn_by_fault = record.point == Point::Draw && matches!(record.end, End::Fault(_));
    (!drawn_by_fault).then_some(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_reads_back_from_its_line() {
        for (point, _) in POINTS {
            for (end, _) in ENDS {
                if point == Point::Draw && matches!(end, End::Fault(_)) {
                    continue;
                }
                let other = GameRecord {
                    point: Point::Win,
                    end: End::Rules,
                };
                let record = PairRecord {
                    index: 17,
                    games: [GameRecord { point, end }, other],
                };
                assert_eq!(record.to_string().parse(), Ok(record));
            }
        }
    }

    #[test]
    fn a_torn_or_foreign_line_is_refused() {
        for line in [
            "",
            "pair",
            "pair 3",
            "pair 3 win:rules",
            "pair 3 win:rules lo",
            "pair -1 win:rules win:rules",
            "pair 3 win:rules win:rules win:rules",
            "pair 3 draw:time win:rules",
            "pear 3 win:rules win:rules",
        ] {
            assert!(line.parse::<PairRecord>().is_err(), "{line}");
        }
    }
}
