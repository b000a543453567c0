//! What a visitor can choose about games: against whom, which mind, how it learns.

use engine::{
    book::Style,
    player::{Level, StrategyId},
    rules::Color,
    search::Options,
};
use serde::{Deserialize, Serialize};
use wire::{learning_choice::LearningChoice, time_control::TimeControl};

/// How the next game is set up, and how games are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Against whom.
    pub opponent: Opponent,
    /// The visitor's colour in the next game.
    pub color: ColorChoice,
    /// The time for the next game; `None` is as long as it takes.
    pub clock: Option<TimeControl>,
    /// How fast two engines play each other.
    pub pace: Pace,
    /// The visitor's opponent; black where two engines play.
    pub engine: EngineSettings,
    /// White where two engines play.
    pub second_engine: EngineSettings,
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
    /// Whether a pawn becomes a queen without a question.
    pub auto_queen: bool,
    /// Whether a search that is too short to see is replayed slowly.
    pub slow_replay: bool,
}

/// How long a position stays before two engines go on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pace {
    /// Long enough to think along.
    Slow,
    /// Long enough to see each move.
    #[default]
    Steady,
    /// As fast as they think.
    Fast,
}

impl Pace {
    /// Milliseconds between two moves.
    pub fn ms(self) -> u32 {
        match self {
            Self::Slow => 2_000,
            Self::Steady => 400,
            Self::Fast => 0,
        }
    }
}

/// A mind, and how it plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSettings {
    /// Who it is.
    #[serde(rename = "mind")]
    pub strategy: StrategyId,
    /// How strong it is, if it searches.
    pub level: Level,
    /// What it opens with, if it has a book; `None` is off.
    pub book: Option<Style>,
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

impl EngineSettings {
    /// A mind at the usual level.
    pub fn new(strategy: StrategyId) -> Self {
        Self {
            strategy,
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
            engine: EngineSettings::new(StrategyId::Ponder),
            second_engine: EngineSettings::new(StrategyId::Explorer),
            clock: None,
            pace: Pace::default(),
            depth: None,
            quiescence: true,
            null_move: true,
            learning: LearningChoice::default(),
            hints: true,
            auto_queen: false,
            slow_replay: true,
        }
    }
}

impl Settings {
    /// The depth that takes the place of an engine's level, plies. A mind that has no depth, such as
    /// one that grows a tree, keeps its level: without it nothing would end its search.
    pub fn depth_of(&self, engine: &EngineSettings) -> Option<u8> {
        self.depth.filter(|_| engine.strategy.has_depth())
    }

    /// The switches of a search.
    pub fn options(&self) -> Options {
        Options {
            quiescence: self.quiescence,
            null_move: self.null_move,
        }
    }
}

/// The names of depths 1 to 6 (S4).
pub const DEPTH_NAMES: [&str; 6] = ["Beginner", "Easy", "Medium", "Advanced", "Hard", "Expert"];

/// So many of [`MINDS`] are whole; the others show how one is made.
pub const FULL_STRATEGIES: usize = 5;

/// Who can be played against on the page.
pub const STRATEGIES: [StrategyId; 10] = [
    StrategyId::Ponder,
    StrategyId::Calculator,
    StrategyId::Intuition,
    StrategyId::Explorer,
    StrategyId::Learner,
    StrategyId::ExplorerRollout,
    StrategyId::Pruner,
    StrategyId::Plodder,
    StrategyId::Grabber,
    StrategyId::Dice,
];
