//! What a visitor can choose about games: against whom, which mind, how it learns.

use std::fmt;

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
    /// The time for the next game; `None` is as long as it takes.
    pub clock: Option<TimeControl>,
    /// How fast two engines play each other.
    pub pace: Pace,
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
    /// Whether a pawn becomes a queen without a question.
    pub auto_queen: bool,
    /// Whether a search that is too short to see is replayed slowly.
    pub slow_replay: bool,
}

/// What each side has to think, for the whole game and for each move (U5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Seconds for the game, 10 to 10,800.
    pub base_s: u16,
    /// Seconds that each move adds, 0 to 60.
    pub increment_s: u8,
}

impl TimeControl {
    /// The usual ones.
    pub const USUAL: [TimeControl; 10] = [
        TimeControl::new(60, 0),
        TimeControl::new(180, 0),
        TimeControl::new(180, 2),
        TimeControl::new(300, 0),
        TimeControl::new(300, 3),
        TimeControl::new(600, 0),
        TimeControl::new(600, 5),
        TimeControl::new(900, 10),
        TimeControl::new(1_800, 0),
        TimeControl::new(1_800, 20),
    ];
    /// Seconds for a game, least and most.
    pub const BASE: std::ops::RangeInclusive<u16> = 10..=10_800;
    /// The most that a move may add, seconds.
    pub const MOST_INCREMENT: u8 = 60;

    const fn new(base_s: u16, increment_s: u8) -> Self {
        Self {
            base_s,
            increment_s,
        }
    }

    /// The time for the game, milliseconds.
    pub fn base_ms(self) -> u32 {
        u32::from(self.base_s) * 1_000
    }

    /// What a move adds, milliseconds.
    pub fn increment_ms(self) -> u32 {
        u32::from(self.increment_s) * 1_000
    }

    /// Reads what [`fmt::Display`] wrote: seconds, a full stop, seconds (a plus would be a space in
    /// an address).
    pub fn from_text(text: &str) -> Option<Self> {
        let (base, increment) = text.split_once('.')?;
        let control = Self::new(base.parse().ok()?, increment.parse().ok()?);
        let sane = Self::BASE.contains(&control.base_s)
            && control.increment_s <= Self::MOST_INCREMENT
            && control.to_string() == text;
        sane.then_some(control)
    }

    /// As players write it: minutes and seconds, `5+3`.
    pub fn name(self) -> String {
        let base = match (self.base_s / 60, self.base_s % 60) {
            (0, seconds) => format!("{seconds} s"),
            (minutes, 0) => minutes.to_string(),
            (minutes, seconds) => format!("{minutes}:{seconds:02}"),
        };
        format!("{base}+{}", self.increment_s)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.base_s, self.increment_s)
    }
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
    /// The depth that takes the place of an engine's level, plies. A mind that has no depth, such as
    /// one that grows a tree, keeps its level: without it nothing would end its search.
    pub fn depth_of(&self, engine: &Engine) -> Option<u8> {
        self.depth.filter(|_| engine.mind.has_depth())
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
pub const DEPTHS: [&str; 6] = ["Beginner", "Easy", "Medium", "Advanced", "Hard", "Expert"];

/// So many of [`MINDS`] are whole; the others show how one is made.
pub const FULL_MINDS: usize = 5;

/// Who can be played against on the page.
pub const MINDS: [StrategyId; 10] = [
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_read_as_it_is_written_and_nothing_else_is() {
        for control in TimeControl::USUAL {
            assert_eq!(TimeControl::from_text(&control.to_string()), Some(control));
        }
        for text in [
            "", "300", "9.0", "10801.0", "300.61", "300.-1", "+300.3", "300.03", "off",
        ] {
            assert_eq!(TimeControl::from_text(text), None, "{text}");
        }
        let names = [(300, 3), (90, 0), (30, 1)].map(|(b, i)| TimeControl::new(b, i).name());
        assert_eq!(names, ["5+3", "1:30+0", "30 s+1"]);
    }

    #[test]
    fn the_usual_choice_is_the_learners_own() {
        assert_eq!(LearningChoice::default().params(), Params::default());
        assert_eq!(
            LearningChoice::default().learning(),
            Some(Learning::default())
        );
    }
}
