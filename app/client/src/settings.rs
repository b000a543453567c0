//! Game settings: opponent, strategies, levels, learning.

use engine::book::Style;
use engine::eval::PlayingStyle;
use engine::player::{StrategyId, Strength};
use engine::rules::Color;
use engine::search::Options;
use engine::tables::TableSet;
use serde::{Deserialize, Serialize, Serializer};
use wire::{learning_choice::LearningChoice, time_control::TimeControl};

/// How the next game is set up, and how games are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    pub opponent: Opponent,
    /// The visitor's colour in the next game.
    pub color: ColorChoice,
    /// The time control of the next game; `None` without a clock.
    pub clock: Option<TimeControl>,
    /// The pace of a game between two engines.
    pub pace: Pace,
    /// The visitor's opponent; Black between two engines.
    pub engine: EngineSettings,
    /// Whether the engine's strength is the visitor's in each next game.
    pub matched: bool,
    /// Whether the visitor is asked before a move that loses.
    pub coached: bool,
    /// White between two engines.
    pub second_engine: EngineSettings,
    /// A fixed depth for all strategies, 1 to 6 plies; `None` leaves it to the level.
    pub depth: Option<u8>,
    /// Whether quiescence search is on.
    pub quiescence: bool,
    /// Whether null move pruning is on.
    pub null_move: bool,
    /// The endgame tables that the strongest players ask, always the same; `None` takes what is there in
    /// games on a clock.
    pub tables: TableSet,
    pub learning: LearningChoice,
    /// Whether a piece's legal moves are marked.
    pub hints: bool,
    /// Whether a pawn promotes to a queen without a dialog.
    pub auto_queen: bool,
    /// Whether a search that is too short to watch is replayed slowly.
    pub slow_replay: bool,
}

/// The pause between the moves of two engines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pace {
    /// Time to think along.
    Slow,
    /// Time to see each move.
    #[default]
    Steady,
    /// No pause.
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

/// A strategy with its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSettings {
    #[serde(rename = "mind")]
    pub strategy: StrategyId,
    /// The playing strength, for a strategy that searches.
    #[serde(rename = "level", serialize_with = "write_strength")]
    pub strength: Strength,
    /// The opening book's style, for a strategy with a book; `None` is off.
    pub book: Option<Style>,
    /// What a strategy that searches likes beside what is good.
    #[serde(rename = "style")]
    pub playing_style: Option<PlayingStyle>,
}

/// Levels are whole numbers, as they were before there was anything between.
fn write_strength<S: Serializer>(strength: &Strength, serializer: S) -> Result<S::Ok, S::Error> {
    match strength.between() {
        None => serializer.serialize_u8(strength.level().number()),
        Some(strength) => serializer.serialize_f64(strength.into()),
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Opponent {
    /// The engine.
    #[default]
    Engine,
    /// Another person at the same board.
    Person,
    /// Two engines play; the visitor watches.
    Engines,
}

/// The visitor's choice of colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ColorChoice {
    #[default]
    White,
    Black,
    /// Drawn for every game.
    Random,
}

impl ColorChoice {
    /// The colour of a game; `drawn` is the random one.
    pub fn resolve(self, drawn: Color) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Random => drawn,
        }
    }
}

impl EngineSettings {
    /// A strategy with default settings.
    pub fn new(strategy: StrategyId) -> Self {
        Self {
            strategy,
            strength: Strength::default(),
            book: Some(Style::default()),
            playing_style: None,
        }
    }

    /// The playing style, if the strategy can have one.
    pub fn style(&self) -> Option<PlayingStyle> {
        self.playing_style.filter(|_| self.strategy.searches())
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            opponent: Opponent::default(),
            color: ColorChoice::default(),
            engine: EngineSettings::new(StrategyId::Ponder),
            matched: false,
            coached: false,
            second_engine: EngineSettings::new(StrategyId::Explorer),
            clock: None,
            pace: Pace::default(),
            depth: None,
            quiescence: true,
            null_move: true,
            tables: TableSet::None,
            learning: LearningChoice::default(),
            hints: true,
            auto_queen: false,
            slow_replay: true,
        }
    }
}

impl Settings {
    /// The fixed depth in place of the level, plies. A strategy without a depth, such as a tree
    /// search, keeps its level, as nothing else would end its search.
    pub fn depth_of(&self, engine: &EngineSettings) -> Option<u8> {
        self.depth.filter(|_| engine.strategy.has_depth())
    }

    pub fn options(&self) -> Options {
        Options {
            quiescence: self.quiescence,
            null_move: self.null_move,
        }
    }
}

/// The names of depths 1 to 6.
pub const DEPTH_NAMES: [&str; 6] = ["Beginner", "Easy", "Medium", "Advanced", "Hard", "Expert"];

/// The number of [`STRATEGIES`] that are full opponents by what the site has; two more play by a network
/// that the visitor has.
pub const SITES_STRATEGIES: usize = 5;

/// The number of [`STRATEGIES`] that are full opponents; the others show how an engine is made.
pub const FULL_STRATEGIES: usize = 7;

/// The strategies that the page offers, in its order.
pub const STRATEGIES: [StrategyId; 12] = [
    StrategyId::Ponder,
    StrategyId::Calculator,
    StrategyId::Intuition,
    StrategyId::Explorer,
    StrategyId::Learner,
    StrategyId::Yours,
    StrategyId::Guest,
    StrategyId::ExplorerRollout,
    StrategyId::Pruner,
    StrategyId::Plodder,
    StrategyId::Grabber,
    StrategyId::Dice,
];
