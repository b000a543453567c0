//! What a learner remembers (L1): how well moves did in positions that it met.

use std::collections::{BTreeMap, BTreeSet};

use super::Action;
use crate::rules::Position;

/// A value, in millionths: −1,000,000 is a certain loss, 1,000,000 a certain win. Whole, so that it
/// is the same on every device and survives its export to the last digit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

impl Value {
    /// The most, a certain win.
    pub const MOST: Value = Value(1_000_000);

    /// The value nearest to a number from −1 to 1; what lies outside is cut off.
    #[must_use]
    pub fn new(value: f64) -> Value {
        let most = f64::from(Self::MOST.0);
        Value((value * most).round().clamp(-most, most) as i32)
    }

    /// From −1 to 1.
    #[must_use]
    pub fn get(self) -> f64 {
        f64::from(self.0) / f64::from(Self::MOST.0)
    }

    /// Millionths.
    #[must_use]
    pub fn millionths(self) -> i32 {
        self.0
    }

    /// So many millionths, if that is a value.
    #[must_use]
    pub fn from_millionths(millionths: i32) -> Option<Value> {
        let range = -Self::MOST.0..=Self::MOST.0;
        range.contains(&millionths).then_some(Value(millionths))
    }
}

/// What became of one move in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionValue {
    pub action: Action,
    /// What it has been worth.
    pub q: Value,
    /// Games in which it was played.
    pub visits: u32,
}

/// A game's own number, made by whoever played it; a game is learnt once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u128);

/// Games learnt from, by their result for the learner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Record {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// Everything that was learnt: a fold over games (see [`learn`](Self::learn)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "super::Transfer", into = "super::Transfer")
)]
pub struct QTable {
    /// By position key.
    pub(super) states: BTreeMap<u64, Vec<ActionValue>>,
    pub(super) games: BTreeSet<GameId>,
    pub(super) record: Record,
}

impl QTable {
    /// Positions that are known.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Games that were learnt.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// How they ended.
    #[must_use]
    pub fn record(&self) -> Record {
        self.record
    }

    /// Moves that were played in `position`, in the order of their squares.
    #[must_use]
    pub fn recall(&self, position: &Position) -> &[ActionValue] {
        self.states.get(&position.key()).map_or(&[], Vec::as_slice)
    }

    /// The value of a move, made where there is none yet.
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

    /// The best value that is known of a position.
    pub(super) fn best(&self, key: u64) -> Option<Value> {
        let known = self.states.get(&key)?;
        known.iter().map(|value| value.q).max()
    }
}
