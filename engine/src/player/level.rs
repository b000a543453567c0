//! The six levels a visitor can choose from (S4).

use std::fmt;

use crate::search::SearchLimits;

/// How strong the opponent plays: 1 (Beginner) to 6 (Expert), default 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Level(u8);

const NAMES: [&str; 6] = ["Beginner", "Casual", "Club", "Strong", "Advanced", "Expert"];

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 6] = [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6)];

    /// The level of a number from 1 to 6.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=NAMES.len() as u8)
            .contains(&number)
            .then_some(Level(number))
    }

    /// 1 to 6.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// "Beginner" to "Expert".
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0 - 1)]
    }

    /// A level searches as many plies as its number.
    #[must_use]
    pub fn limits(self) -> SearchLimits {
        SearchLimits::depth(self.0)
    }
}

impl Default for Level {
    fn default() -> Self {
        Level(3)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

/// A level outside 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a level from 1 to 6, found {0}")]
pub struct InvalidLevel(u8);

impl TryFrom<u8> for Level {
    type Error = InvalidLevel;

    fn try_from(number: u8) -> Result<Level, InvalidLevel> {
        Level::new(number).ok_or(InvalidLevel(number))
    }
}
