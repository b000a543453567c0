//! The id of a game on the playing page.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The id of a game, drawn by the page: 32 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId(String);

/// A text that is no game id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected 32 lower-case hexadecimal digits, found {0:?}")]
pub struct InvalidGameId(String);

impl GameId {
    pub fn from_bits(bits: u128) -> Self {
        Self(format!("{bits:032x}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn bits(&self) -> u128 {
        u128::from_str_radix(&self.0, 16).unwrap_or_default()
    }

    /// The seed of the game's randomness: the first half of the id.
    pub fn seed(&self) -> u64 {
        u64::from_str_radix(&self.0[..16], 16).unwrap_or_default()
    }

    /// An id with this seed that differs from the id it was taken from.
    pub fn with_seed(&self, seed: u64) -> Self {
        Self::from_bits(u128::from(seed) << 64 | u128::from(self.bits() as u64))
    }
}

impl TryFrom<String> for GameId {
    type Error = InvalidGameId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digits = text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if digits && text.len() == 32 {
            Ok(Self(text))
        } else {
            Err(InvalidGameId(text))
        }
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> Self {
        id.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
