//! Who plays.

use engine::rules::Color;

use crate::settings::{Opponent, Settings};

/// Who plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seats {
    /// The visitor against the engine.
    Engine {
        /// The visitor's colour.
        human: Color,
    },
    /// Two people at one board.
    People,
    /// Two engines; the visitor watches.
    Engines,
}

impl Seats {
    /// Who plays under these settings, should `drawn` be the colour that chance decides on.
    pub fn under(settings: &Settings, drawn: Color) -> Self {
        match settings.opponent {
            Opponent::Engine => Self::Engine {
                human: settings.color.resolve(drawn),
            },
            Opponent::Person => Self::People,
            Opponent::Engines => Self::Engines,
        }
    }

    /// Whether a person moves this colour.
    pub fn is_human(self, color: Color) -> bool {
        match self {
            Self::Engine { human } => human == color,
            Self::People => true,
            Self::Engines => false,
        }
    }

    /// The visitor's colour against the engine.
    pub fn human(self) -> Option<Color> {
        match self {
            Self::Engine { human } => Some(human),
            Self::People | Self::Engines => None,
        }
    }
}
