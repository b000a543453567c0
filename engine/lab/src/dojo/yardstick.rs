//! Opponents of known strength.

use std::fmt;

use engine::player::{Level, Player, PlayerConfig, StrategyId};
use engine::teaching::RandomMover;
use serde::{Deserialize, Serialize};

use crate::arena::SearchBudget;

/// An opponent of known strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Yardstick {
    /// Random moves.
    Dice,
    /// The best position after its own move.
    Grabber,
    /// The alpha-beta search of the article on server-side search, two plies deep.
    Pruner,
    /// The Calculator at a level, 1 to 6.
    Level(u8),
}

impl Yardstick {
    /// From the weakest to the strongest.
    pub const ALL: [Yardstick; 9] = [
        Yardstick::Dice,
        Yardstick::Level(1),
        Yardstick::Grabber,
        Yardstick::Level(2),
        Yardstick::Level(3),
        Yardstick::Level(4),
        Yardstick::Level(5),
        Yardstick::Pruner,
        Yardstick::Level(6),
    ];

    /// Engine Elo, by `ponder dojo --yardsticks 200`; see NOTES.md.
    #[must_use]
    pub const fn elo(self) -> f64 {
        match self {
            Yardstick::Dice => -1_437.0,
            Yardstick::Level(1) => -557.0,
            Yardstick::Grabber => -436.0,
            Yardstick::Level(2) => -137.0,
            Yardstick::Level(3) => 124.0,
            Yardstick::Level(4) => 723.0,
            Yardstick::Level(5) => 1_173.0,
            Yardstick::Pruner => 1_659.0,
            Yardstick::Level(_) => 1_684.0,
        }
    }

    /// A player; `seed` is that of a level's errors.
    #[must_use]
    pub fn player(self, seed: u64) -> Box<dyn Player + Send> {
        let config = PlayerConfig {
            hash_mb: 1,
            strength: match self {
                Yardstick::Level(level) => Some(Level::new(level).unwrap_or_default().into()),
                _ => None,
            },
            seed,
            ..PlayerConfig::default()
        };
        let player = config.player(match self {
            Yardstick::Dice => StrategyId::Dice,
            Yardstick::Grabber => StrategyId::Grabber,
            Yardstick::Pruner => StrategyId::Pruner,
            Yardstick::Level(_) => StrategyId::Calculator,
        });
        player.unwrap_or_else(|| Box::new(RandomMover))
    }

    /// What limits its search.
    #[must_use]
    pub fn budget(self) -> SearchBudget {
        SearchBudget {
            depth: (self == Yardstick::Pruner).then_some(2),
            ..SearchBudget::default()
        }
    }
}

impl fmt::Display for Yardstick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Yardstick::Dice => f.write_str("dice"),
            Yardstick::Grabber => f.write_str("grabber"),
            Yardstick::Pruner => f.write_str("pruner"),
            Yardstick::Level(level) => write!(f, "level-{level}"),
        }
    }
}
