//! Characters: a mind with a strength, an opening book and a playing style, by name.

use std::fmt;
use std::str::FromStr;

use super::{StrategyId, Strength};
use crate::book;
use crate::eval::PlayingStyle;

/// An opponent with a name and a manner of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Character {
    pub name: &'static str,
    pub strategy: StrategyId,
    /// The level that it plays at.
    level: u8,
    /// The opening book's style, for a strategy with a book.
    pub book: Option<book::Style>,
    pub style: PlayingStyle,
}

/// All characters, the weakest first.
pub const CHARACTERS: [Character; 6] = [
    Character {
        name: "Pim",
        strategy: StrategyId::Intuition,
        level: 2,
        book: None,
        style: PlayingStyle::Stormer,
    },
    Character {
        name: "Berta",
        strategy: StrategyId::Ponder,
        level: 3,
        book: Some(book::Style::Defensive),
        style: PlayingStyle::Defender,
    },
    Character {
        name: "Jules",
        strategy: StrategyId::Ponder,
        level: 4,
        book: Some(book::Style::Aggressive),
        style: PlayingStyle::Gambiteer,
    },
    Character {
        name: "Zora",
        strategy: StrategyId::Explorer,
        level: 5,
        book: None,
        style: PlayingStyle::Complicator,
    },
    Character {
        name: "Runa",
        strategy: StrategyId::Intuition,
        level: 6,
        book: None,
        style: PlayingStyle::Attacker,
    },
    Character {
        name: "Anselm",
        strategy: StrategyId::Calculator,
        level: 7,
        book: None,
        style: PlayingStyle::Simplifier,
    },
];

impl Character {
    /// The strength that it plays at.
    #[must_use]
    pub fn strength(&self) -> Strength {
        Strength::from_tenths(10 * self.level).unwrap_or_default()
    }

    /// The name in options and addresses: in small letters.
    #[must_use]
    pub fn id(&self) -> String {
        self.name.to_ascii_lowercase()
    }
}

/// A name that no character has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown character {0:?}")]
pub struct UnknownCharacter(pub String);

impl FromStr for Character {
    type Err = UnknownCharacter;

    /// By [`id`](Character::id).
    fn from_str(id: &str) -> Result<Character, UnknownCharacter> {
        CHARACTERS
            .into_iter()
            .find(|character| character.id() == id)
            .ok_or_else(|| UnknownCharacter(id.to_owned()))
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_share_a_name_a_style_or_a_strength_and_each_is_found() {
        let names: HashSet<_> = CHARACTERS.iter().map(|character| character.name).collect();
        let styles: HashSet<_> = CHARACTERS.iter().map(|character| character.style).collect();
        assert_eq!((names.len(), styles.len()), (6, 6));
        assert!(CHARACTERS.is_sorted_by(|a, b| a.strength() < b.strength()));
        for character in CHARACTERS {
            assert_eq!(character.id().parse(), Ok(character));
        }
        assert!("PIM".parse::<Character>().is_err());
    }
}
