//! Characters as settings of an engine.

use engine::player::{CHARACTERS, Character, StrategyId};

use crate::settings::EngineSettings;

impl From<Character> for EngineSettings {
    fn from(character: Character) -> EngineSettings {
        let usual = EngineSettings::new(character.strategy);
        EngineSettings {
            strength: character.strength(),
            book: character.book.or(usual.book),
            playing_style: Some(character.style),
            ..usual
        }
    }
}

impl EngineSettings {
    /// The character that has just these settings; those that do not matter to its strategy are not compared.
    #[must_use]
    pub fn character(&self) -> Option<Character> {
        CHARACTERS.into_iter().find(|character| {
            let mut its = EngineSettings::from(*character);
            if self.strategy != StrategyId::Ponder {
                its.book = self.book;
            }
            its == *self
        })
    }
}

#[cfg(test)]
mod tests {
    use engine::book::Style;

    use super::*;

    #[test]
    fn settings_are_a_characters_if_all_that_matters_is_the_same() {
        for character in CHARACTERS {
            let settings = EngineSettings::from(character);
            assert_eq!(settings.character(), Some(character));
            let without = EngineSettings {
                playing_style: None,
                ..settings
            };
            assert_eq!(without.character(), None, "{character}");
            let other_book = EngineSettings {
                book: None,
                ..settings
            };
            let matters = character.strategy == StrategyId::Ponder;
            assert_eq!(other_book.character().is_none(), matters, "{character}");
        }
        let bold = Some(Style::Aggressive);
        assert!(CHARACTERS.iter().any(|character| character.book == bold));
    }
}
