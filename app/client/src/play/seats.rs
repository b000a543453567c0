//! The players of a game.

use engine::rules::Color;

use crate::settings::{Opponent, Settings};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Players {
    /// The visitor against the engine.
    Engine {
        /// The visitor's colour.
        human: Color,
    },
    /// At one board.
    TwoPeople,
    /// The visitor watches.
    TwoEngines,
}

impl Players {
    /// The players by the settings; `drawn` is the colour for a random choice.
    pub fn from_settings(settings: &Settings, drawn: Color) -> Self {
        match settings.opponent {
            Opponent::Engine => Self::Engine {
                human: settings.color.resolve(drawn),
            },
            Opponent::Person => Self::TwoPeople,
            Opponent::Engines => Self::TwoEngines,
        }
    }

    /// Whether a person plays this colour.
    pub fn is_human(self, color: Color) -> bool {
        match self {
            Self::Engine { human } => human == color,
            Self::TwoPeople => true,
            Self::TwoEngines => false,
        }
    }

    /// The visitor's colour against the engine.
    pub fn human(self) -> Option<Color> {
        match self {
            Self::Engine { human } => Some(human),
            Self::TwoPeople | Self::TwoEngines => None,
        }
    }
}
