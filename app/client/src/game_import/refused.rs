//! Why a game is not analysed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::stored_bytes::{StoredError, check};

/// The fewest half-moves of a game that is analysed: the shortest games with a lesson in them are mates
/// in four moves.
pub const MIN_PLIES: usize = 6;
/// The most half-moves.
pub const MAX_PLIES: usize = 1_000;

/// The longest reason and the longest name of a variant, characters.
const MAX_REASON_CHARS: usize = 200;

/// Why a game is not analysed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RefusedGame {
    /// It is no PGN, or a move is illegal, for this reason.
    Unreadable {
        reason: String,
    },
    /// It is of a variant with this name.
    Variant {
        name: String,
    },
    /// It does not begin with the usual position.
    OtherStart,
    NoMoves,
    /// Fewer half-moves than [`MIN_PLIES`].
    TooShort,
    /// More than [`MAX_PLIES`].
    TooLong,
    /// Neither player is the visitor.
    NotVisitors,
    /// The engine has stopped in it several times.
    EngineFailed,
    /// The browser has lost its text.
    Lost,
}

impl RefusedGame {
    pub(super) fn unreadable(reason: &impl ToString) -> RefusedGame {
        let reason = reason.to_string().chars().take(MAX_REASON_CHARS).collect();
        RefusedGame::Unreadable { reason }
    }

    pub(super) fn variant(name: &str) -> RefusedGame {
        let name = name.chars().take(MAX_REASON_CHARS).collect();
        RefusedGame::Variant { name }
    }

    pub(super) fn check(&self) -> Result<(), StoredError> {
        match self {
            RefusedGame::Unreadable { reason: text } | RefusedGame::Variant { name: text } => {
                check(text.chars().count() <= MAX_REASON_CHARS, "reason")
            }
            _ => Ok(()),
        }
    }

    /// What games refused for this reason are: `Crazyhouse, not standard chess`.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            RefusedGame::Unreadable { .. } => "cannot be read".to_owned(),
            RefusedGame::Variant { name } => format!("{name}, not standard chess"),
            RefusedGame::OtherStart => "from another start position".to_owned(),
            RefusedGame::NoMoves => "without moves".to_owned(),
            RefusedGame::TooShort => "too short".to_owned(),
            RefusedGame::TooLong => "too long".to_owned(),
            RefusedGame::NotVisitors => "of other players".to_owned(),
            RefusedGame::EngineFailed => "in which the engine has stopped".to_owned(),
            RefusedGame::Lost => "lost by the browser".to_owned(),
        }
    }
}

/// The most reasons that are told apart; there may be many variants.
const MAX_LABELS: usize = 30;
/// The other ones.
const OTHER: &str = "refused for other reasons";

/// How many games were refused, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefusedCounts {
    by_label: BTreeMap<String, u32>,
    /// The first reason why a game could not be read.
    pub unreadable: Option<String>,
}

impl RefusedCounts {
    pub(super) fn count(&mut self, reason: &RefusedGame) {
        let label = reason.label();
        let has_room = self.by_label.len() < MAX_LABELS || self.by_label.contains_key(&label);
        let label = if has_room { label } else { OTHER.to_owned() };
        *self.by_label.entry(label).or_default() += 1;
        if let RefusedGame::Unreadable { reason } = reason {
            self.unreadable.get_or_insert_with(|| reason.clone());
        }
    }

    #[must_use]
    pub fn total(&self) -> u32 {
        self.by_label.values().sum()
    }

    /// [`RefusedGame::label`] and number of games, in the labels' order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        let counts = self.by_label.iter();
        counts.map(|(label, count)| (label.as_str(), *count))
    }
}
