//! What a visitor can choose about games: against whom, which mind, how it learns.

use engine::{
    book::Style,
    learning::{Params, Rule},
    player::{Learning, Level, StrategyId},
    rules::Color,
    search::Options,
};
use serde::{Deserialize, Serialize};

/// How the next game is set up, and how games are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Against whom.
    pub opponent: Opponent,
    /// The visitor's colour in the next game.
    pub color: ColorChoice,
    /// The visitor's opponent; black where two engines play.
    pub engine: Engine,
    /// White where two engines play.
    pub rival: Engine,
    /// Plies that every mind looks ahead, 1 to 6 (S4); `None` leaves it to the level.
    pub depth: Option<u8>,
    /// Whether captures are followed to their end (S3).
    pub quiescence: bool,
    /// Whether a move may be skipped to see how much it matters (S3).
    pub null_move: bool,
    /// What becomes of finished games.
    pub learning: LearningChoice,
    /// Whether a piece's legal moves are marked.
    pub hints: bool,
    /// Whether a search that is too short to see is replayed slowly.
    pub slow_replay: bool,
}

/// A mind, and how it plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    /// Who it is.
    pub mind: StrategyId,
    /// How strong it is, if it searches.
    pub level: Level,
    /// What it opens with, if it has a book; `None` is off.
    pub book: Option<Style>,
}

/// How minds learn; shares are whole per cent, so that they compare and travel exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearningChoice {
    /// Whether finished games are learnt, and memory asked.
    pub on: bool,
    /// Whether a shallow search keeps remembered and tried moves from being blunders.
    pub guard: bool,
    /// How values are updated.
    pub rule: Rule,
    /// How far a value moves towards what was seen.
    pub rate: u8,
    /// What a result is worth one move earlier.
    pub discount: u8,
    /// How often another move than the best known is tried.
    pub epsilon: u8,
}

/// Against whom the visitor plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Opponent {
    /// The engine.
    #[default]
    Engine,
    /// Another person at the same board.
    Person,
    /// The visitor watches two engines.
    Engines,
}

/// The colour that the visitor asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Drawn anew for every game.
    Random,
}

impl ColorChoice {
    /// The colour of a game for which `drawn` was drawn.
    pub fn resolve(self, drawn: Color) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Random => drawn,
        }
    }
}

impl Engine {
    /// A mind at the usual level.
    pub fn new(mind: StrategyId) -> Self {
        Self {
            mind,
            level: Level::default(),
            book: Some(Style::default()),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            opponent: Opponent::default(),
            color: ColorChoice::default(),
            engine: Engine::new(StrategyId::Ponder),
            rival: Engine::new(StrategyId::Explorer),
            depth: None,
            quiescence: true,
            null_move: true,
            learning: LearningChoice::default(),
            hints: true,
            slow_replay: true,
        }
    }
}

impl Default for LearningChoice {
    fn default() -> Self {
        Self {
            on: true,
            guard: true,
            rule: Rule::default(),
            rate: 3,
            discount: 95,
            epsilon: 10,
        }
    }
}

impl LearningChoice {
    /// The same as a learner takes it.
    pub fn params(self) -> Params {
        let share = |percent: u8| f64::from(percent) / 100.0;
        Params {
            rule: self.rule,
            rate: share(self.rate),
            discount: share(self.discount),
            epsilon: share(self.epsilon),
            ..Params::default()
        }
    }

    /// How a mind learns; `None` where it does not.
    pub fn learning(self) -> Option<Learning> {
        self.on.then(|| Learning {
            params: self.params(),
            guard: self.guard,
        })
    }
}

impl Settings {
    /// The switches of a search.
    pub fn options(&self) -> Options {
        Options {
            quiescence: self.quiescence,
            null_move: self.null_move,
        }
    }
}

/// The names of depths 1 to 6 (S4).
pub const DEPTHS: [&str; 6] = ["Beginner", "Easy", "Medium", "Advanced", "Hard", "Expert"];

/// So many of [`MINDS`] are whole; the others show how one is made.
pub const FULL_MINDS: usize = 4;

/// Who can be played against on the page.
pub const MINDS: [StrategyId; 9] = [
    StrategyId::Ponder,
    StrategyId::Calculator,
    StrategyId::Explorer,
    StrategyId::Learner,
    StrategyId::ExplorerRollout,
    StrategyId::Pruner,
    StrategyId::Plodder,
    StrategyId::Grabber,
    StrategyId::Dice,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_choice_is_the_learners_own() {
        assert_eq!(LearningChoice::default().params(), Params::default());
        assert_eq!(
            LearningChoice::default().learning(),
            Some(Learning::default())
        );
    }
}
