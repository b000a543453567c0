//! The visitor's latest games with the same result against the same opponent.

use engine::rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use crate::settings::EngineSettings;

/// A row of games against one opponent with the same result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// The opponent; `None` before the first game and after a draw.
    pub(super) engine: Option<EngineSettings>,
    /// Whether the visitor won them.
    pub(super) won: bool,
    pub(super) games: u8,
}

impl Streak {
    pub fn count(&mut self, human: Color, engine: EngineSettings, result: &Outcome) {
        let Some(winner) = result.winner else {
            *self = Self::default();
            return;
        };
        let won = winner == human;
        let goes_on = self.engine == Some(engine) && self.won == won;
        *self = Self {
            engine: Some(engine),
            won,
            games: if goes_on {
                self.games.saturating_add(1)
            } else {
                1
            },
        };
    }
}
