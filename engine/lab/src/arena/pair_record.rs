//! A finished pair of games as a line of text, for the file that a match is resumed from.

use std::fmt;
use std::str::FromStr;

use engine::rules::Color;

use super::{FaultKind, FinishedGame, Termination};

/// The result of a game for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SideResult {
    Loss,
    Draw,
    Win,
}

/// [`Termination`] without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TerminationKind {
    Rules,
    Adjudicated,
    /// A fault of the loser.
    Fault(FaultKind),
}

/// A game from the first player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    pub result: SideResult,
    pub termination: TerminationKind,
}

/// Both games of an opening; the first player has White in the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairRecord {
    /// The opening's number.
    pub index: u32,
    pub games: [GameRecord; 2],
}

/// A line that is not a pair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a pair such as \"pair 3 win:rules loss:time\", found {0:?}")]
pub struct PairRecordError(pub String);

impl GameRecord {
    /// A game in which the first player had `side`.
    #[must_use]
    pub fn new(finished: &FinishedGame, side: Color) -> GameRecord {
        let result = match finished.winner {
            None => SideResult::Draw,
            Some(winner) if winner == side => SideResult::Win,
            Some(_) => SideResult::Loss,
        };
        let termination = match &finished.termination {
            Termination::Rules(_) => TerminationKind::Rules,
            Termination::Adjudicated => TerminationKind::Adjudicated,
            Termination::Fault(fault) => TerminationKind::Fault(fault.kind),
        };
        GameRecord {
            result,
            termination,
        }
    }
}

const RESULTS: [(SideResult, &str); 3] = [
    (SideResult::Loss, "loss"),
    (SideResult::Draw, "draw"),
    (SideResult::Win, "win"),
];

const TERMINATIONS: [(TerminationKind, &str); 6] = [
    (TerminationKind::Rules, "rules"),
    (TerminationKind::Adjudicated, "adjudicated"),
    (TerminationKind::Fault(FaultKind::Time), "time"),
    (TerminationKind::Fault(FaultKind::Illegal), "illegal"),
    (TerminationKind::Fault(FaultKind::Crashed), "crashed"),
    (
        TerminationKind::Fault(FaultKind::Disconnected),
        "disconnected",
    ),
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
            word(&RESULTS, &self.result),
            word(&TERMINATIONS, &self.termination)
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
    type Err = PairRecordError;

    fn from_str(line: &str) -> Result<PairRecord, PairRecordError> {
        parse_pair(line).ok_or_else(|| PairRecordError(line.chars().take(80).collect()))
    }
}

fn parse_pair(line: &str) -> Option<PairRecord> {
    let mut words = line.split_whitespace();
    words.next().filter(|&word| word == "pair")?;
    let index = words.next()?.parse().ok()?;
    let games = [parse_game(words.next()?)?, parse_game(words.next()?)?];
    words
        .next()
        .is_none()
        .then_some(PairRecord { index, games })
}

impl FromStr for GameRecord {
    type Err = PairRecordError;

    fn from_str(word: &str) -> Result<GameRecord, PairRecordError> {
        parse_game(word).ok_or_else(|| PairRecordError(word.chars().take(80).collect()))
    }
}

fn parse_game(word: &str) -> Option<GameRecord> {
    let (result, termination) = word.split_once(':')?;
    let record = GameRecord {
        result: value(&RESULTS, result)?,
        termination: value(&TERMINATIONS, termination)?,
    };
    // A fault has a loser.
    let drawn_by_fault = record.result == SideResult::Draw
        && matches!(record.termination, TerminationKind::Fault(_));
    (!drawn_by_fault).then_some(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_reads_back_from_its_line() {
        for (result, _) in RESULTS {
            for (termination, _) in TERMINATIONS {
                if result == SideResult::Draw && matches!(termination, TerminationKind::Fault(_)) {
                    continue;
                }
                let other = GameRecord {
                    result: SideResult::Win,
                    termination: TerminationKind::Rules,
                };
                let record = PairRecord {
                    index: 17,
                    games: [
                        GameRecord {
                            result,
                            termination,
                        },
                        other,
                    ],
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
