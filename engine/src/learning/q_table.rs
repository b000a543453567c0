//! The Q table of a learner: values of moves by position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::Action;
use crate::rules::{Color, Position};

/// A Q value in millionths, −1,000,000 (loss) to 1,000,000 (win). An integer, so that it is the same on
/// every device and exported exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

impl Value {
    /// A certain win.
    pub const MAX: Value = Value(1_000_000);

    /// The value nearest to a number, clamped to −1 to 1.
    #[must_use]
    pub fn new(value: f64) -> Value {
        let most = f64::from(Self::MAX.0);
        Value((value * most).round().clamp(-most, most) as i32)
    }

    /// From −1 to 1.
    #[must_use]
    pub fn get(self) -> f64 {
        f64::from(self.0) / f64::from(Self::MAX.0)
    }

    /// In millionths.
    #[must_use]
    pub fn millionths(self) -> i32 {
        self.0
    }

    /// The value of this many millionths; `None` outside the range.
    #[must_use]
    pub fn from_millionths(millionths: i32) -> Option<Value> {
        let range = -Self::MAX.0..=Self::MAX.0;
        range.contains(&millionths).then_some(Value(millionths))
    }
}

/// The record of one move in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionValue {
    pub action: Action,
    pub q: Value,
    /// Games in which it was played.
    pub visits: u32,
}

/// A game's id, chosen where it was played; each game is learnt once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u128);

/// How a game ended for the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Win,
    Draw,
    Loss,
}

impl Ending {
    const ALL: [Ending; 3] = [Ending::Win, Ending::Draw, Ending::Loss];

    /// The result of a game for one side.
    #[must_use]
    pub fn of(winner: Option<Color>, side: Color) -> Ending {
        match winner {
            None => Ending::Draw,
            Some(winner) if winner == side => Ending::Win,
            Some(_) => Ending::Loss,
        }
    }

    /// Its letter in an exported table.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Ending::Win => 'w',
            Ending::Draw => 'd',
            Ending::Loss => 'l',
        }
    }

    /// The ending with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Ending> {
        Ending::ALL
            .into_iter()
            .find(|ending| ending.letter() == letter)
    }

    /// Points, in halves: 2, 1 or 0.
    #[must_use]
    pub fn half_points(self) -> u32 {
        match self {
            Ending::Win => 2,
            Ending::Draw => 1,
            Ending::Loss => 0,
        }
    }
}

/// Games learnt from, by their result for the learner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Record {
    /// Counts a game.
    pub fn count(&mut self, ending: Ending) {
        *match ending {
            Ending::Win => &mut self.wins,
            Ending::Draw => &mut self.draws,
            Ending::Loss => &mut self.losses,
        } += 1;
    }
}

/// The Q values learnt from games: a fold over games (see [`learn`](Self::learn)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::Transfer"))]
pub struct QTable {
    /// By position key.
    pub(super) states: BTreeMap<u64, Vec<ActionValue>>,
    pub(super) games: BTreeSet<GameId>,
    /// In the order of learning; a game from which both sides learnt is there twice.
    pub(super) endings: Vec<Ending>,
    pub(super) forgotten: u64,
}

impl QTable {
    /// A table with these games and no positions yet; [`remember`](Self::remember) adds them.
    #[must_use]
    pub fn with_past(
        games: impl IntoIterator<Item = GameId>,
        endings: impl IntoIterator<Item = Ending>,
        forgotten: u64,
    ) -> QTable {
        QTable {
            states: BTreeMap::new(),
            games: games.into_iter().collect(),
            endings: endings.into_iter().collect(),
            forgotten,
        }
    }

    /// Number of positions.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The results in the order of learning; two for a game from which both sides were learnt.
    #[must_use]
    pub fn endings(&self) -> &[Ending] {
        &self.endings
    }

    /// The number of games by result.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::default();
        self.endings.iter().for_each(|&ending| record.count(ending));
        record
    }

    /// Number of positions evicted (see [`evict`](Self::evict)).
    #[must_use]
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// All positions by key, with their moves in the order of their squares.
    pub fn known(&self) -> impl Iterator<Item = (u64, &[ActionValue])> {
        self.states
            .iter()
            .map(|(&key, values)| (key, values.as_slice()))
    }

    /// The ids of the games.
    pub fn learnt(&self) -> impl Iterator<Item = GameId> {
        self.games.iter().copied()
    }

    /// Sets the record of one move, as stored elsewhere.
    pub fn remember(&mut self, key: u64, value: ActionValue) {
        *self.entry(key, value.action) = value;
    }

    /// Where there are more than `max` positions, evicts all but nine tenths of `max`, the least visited
    /// first. Returns the number evicted.
    pub fn evict(&mut self, max: usize) -> usize {
        if self.states.len() <= max {
            return 0;
        }
        let excess = self.states.len() - max * 9 / 10;
        let games = |values: &[ActionValue]| -> u64 {
            values.iter().map(|value| u64::from(value.visits)).sum()
        };
        // A heap, since a sort is eight kilobytes of the browser's bundle.
        let mut least: BinaryHeap<Reverse<(u64, u64)>> = self
            .states
            .iter()
            .map(|(&key, values)| Reverse((games(values), key)))
            .collect();
        for _ in 0..excess {
            if let Some(Reverse((_, key))) = least.pop() {
                self.states.remove(&key);
            }
        }
        self.forgotten += excess as u64;
        excess
    }

    /// The moves played in a position, in the order of their squares.
    #[must_use]
    pub fn recall(&self, position: &Position) -> &[ActionValue] {
        self.states.get(&position.key()).map_or(&[], Vec::as_slice)
    }

    /// The record of a move, a new one where it has none.
    pub(super) fn entry(&mut self, key: u64, action: Action) -> &mut ActionValue {
        let known = self.states.entry(key).or_default();
        let found = known.binary_search_by_key(&action, |value| value.action);
        let index = found.unwrap_or_else(|index| {
            known.insert(
                index,
                ActionValue {
                    action,
                    q: Value::default(),
                    visits: 0,
                },
            );
            index
        });
        &mut known[index]
    }

    /// The maximum Q value of a position.
    pub(super) fn best(&self, key: u64) -> Option<Value> {
        let known = self.states.get(&key)?;
        known.iter().map(|value| value.q).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(visits: u32) -> ActionValue {
        ActionValue {
            action: "e2e4".parse().unwrap(),
            q: Value::default(),
            visits,
        }
    }

    #[test]
    fn the_least_visited_positions_make_room() {
        let mut table = QTable::default();
        for key in 0..100 {
            table.remember(key, value(1 + (key % 10) as u32));
        }
        assert_eq!(table.evict(100), 0);
        table.remember(100, value(1));
        assert_eq!((table.evict(100), table.states()), (11, 90));
        assert_eq!(table.forgotten(), 11);
        let visits = |key: u64| table.states.get(&key).map(|known| known[0].visits);
        // All eleven that came up once, but none that came up twice.
        assert!(table.known().all(|(_, known)| known[0].visits > 1));
        assert_eq!((visits(1), visits(100)), (Some(2), None));
    }
}
