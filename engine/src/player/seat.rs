//! Puts the mind that somebody chose at the board: one place for the page's worker, the server, UCI
//! and the arena.

use super::{Calculator, Hybrid, Learner, Level, Levelled, Memory, Player, StrategyId};
use crate::book::Style;
use crate::eval::{Evaluation, Judge, Learned};
use crate::learning::Params;
use crate::mcts::{Explorer, Rollouts};
use crate::search::Options;
use crate::teaching::{Dice, Grabber, Plodder, Pruner};

/// How a mind learns and uses what it has learnt.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Learning {
    pub params: Params,
    /// Whether a shallow search keeps remembered and tried moves from being blunders; off is "raw".
    pub guard: bool,
}

impl Default for Learning {
    fn default() -> Learning {
        Learning {
            params: Params::default(),
            guard: true,
        }
    }
}

/// Everything that a mind may be told before it plays. Each takes what concerns it.
#[derive(Clone, Debug)]
pub struct Seat {
    /// MB for hash table or tree, at least 1.
    pub hash_mb: u32,
    pub options: Options,
    /// Who judges positions; `None` is the mind's own choice.
    pub evaluation: Option<Evaluation>,
    /// What [`Evaluation::Network`] judges by; without one, the hand-made evaluation stands in.
    pub network: Option<Learned>,
    /// How strong a mind that searches plays; `None` is as well as its limits let it.
    pub level: Option<Level>,
    /// What a level overlooks and misjudges is drawn from this and the position.
    pub seed: u64,
    /// Whether one move's search serves the next.
    pub remember: bool,
    /// The hybrid's opening book; `None` is off.
    pub book: Option<Style>,
    /// What learners remember.
    pub memory: Memory,
    /// `None` leaves the hybrid without memory; a learner alone always has one.
    pub learning: Option<Learning>,
}

/// MB; as in the design, a reproducible search names its hash size.
const DEFAULT_HASH: u32 = 16;

impl Default for Seat {
    fn default() -> Seat {
        Seat {
            hash_mb: DEFAULT_HASH,
            options: Options::default(),
            evaluation: None,
            network: None,
            level: None,
            seed: 0,
            remember: false,
            book: Some(Style::default()),
            memory: Memory::default(),
            learning: Some(Learning::default()),
        }
    }
}

impl StrategyId {
    /// Whether the mind searches, so that levels mean something to it.
    #[must_use]
    pub fn searches(self) -> bool {
        !matches!(
            self,
            StrategyId::Learner | StrategyId::Dice | StrategyId::Grabber
        )
    }

    /// Whether a limit of depth ends its search: a tree that grows where it pays has no depth.
    #[must_use]
    pub fn has_depth(self) -> bool {
        self.prunes() || self == StrategyId::Plodder
    }

    /// Whether it searches by alpha-beta: looks at what plain minimax would, save what cannot matter.
    #[must_use]
    pub fn prunes(self) -> bool {
        matches!(
            self,
            StrategyId::Ponder
                | StrategyId::Calculator
                | StrategyId::Intuition
                | StrategyId::Pruner
        )
    }

    /// Who judges positions where nobody says otherwise: the sources' evaluation for what the
    /// sources describe.
    #[must_use]
    pub fn evaluation(self) -> Evaluation {
        match self {
            StrategyId::Ponder | StrategyId::Intuition | StrategyId::Explorer => {
                Evaluation::Network
            }
            StrategyId::Calculator | StrategyId::Learner => Evaluation::Tuned,
            StrategyId::ExplorerRollout
            | StrategyId::Dice
            | StrategyId::Grabber
            | StrategyId::Plodder
            | StrategyId::Pruner => Evaluation::Classic,
        }
    }
}

impl Seat {
    /// Who judges for this mind.
    #[must_use]
    pub fn judge(&self, id: StrategyId) -> Judge {
        Judge {
            evaluation: self.evaluation.unwrap_or(id.evaluation()),
            network: self.network.clone(),
            noise: self.level.and_then(|level| level.noise(id, self.seed)),
        }
    }

    /// The mind at the board; `None` for one that is not ready to play.
    #[must_use]
    pub fn take(&self, id: StrategyId) -> Option<Box<dyn Player + Send>> {
        self.take_engine(id).or_else(|| self.take_guest(id))
    }

    /// The full engine, alone or with book and memory; `None` for every other mind. Apart from
    /// [`Seat::take_guest`], so that a program may do without the others.
    #[must_use]
    pub fn take_engine(&self, id: StrategyId) -> Option<Box<dyn Player + Send>> {
        let judge = self.judge(id);
        let search = match id {
            StrategyId::Ponder | StrategyId::Calculator | StrategyId::Intuition => {
                self.calculator(judge.clone())
            }
            _ => return None,
        };
        let Some(level) = self.level else {
            return Some(self.beside(id, search));
        };
        let judging = (&judge, self.options());
        Some(self.beside(id, Levelled::new(search, id, level, self.seed, judging)))
    }

    /// The search, with what Ponder has besides.
    fn beside(
        &self,
        id: StrategyId,
        search: impl Player + Send + 'static,
    ) -> Box<dyn Player + Send> {
        if id != StrategyId::Ponder {
            return Box::new(search);
        }
        let learner = self
            .learning
            .map(|learning| Learner::new(self.memory.clone(), &learning));
        Box::new(Hybrid::new(self.book, learner, search))
    }

    /// Every mind but the full engine; `None` also for one that is not ready to play.
    #[must_use]
    pub fn take_guest(&self, id: StrategyId) -> Option<Box<dyn Player + Send>> {
        let judge = self.judge(id);
        let judging = (&judge.clone(), self.options());
        let mind: Box<dyn Player + Send> = match id {
            StrategyId::Explorer => {
                let mut explorer = Explorer::new(self.hash_mb, judge);
                explorer.set_options(self.options());
                explorer.remember(self.remember);
                Box::new(explorer)
            }
            StrategyId::ExplorerRollout => Box::new(Rollouts::new(self.hash_mb, judge)),
            StrategyId::Learner => {
                let learning = self.learning.unwrap_or_default();
                Box::new(Learner::new(self.memory.clone(), &learning))
            }
            StrategyId::Dice => Box::new(Dice),
            StrategyId::Grabber => Box::new(Grabber::new(judge)),
            StrategyId::Plodder => Box::new(Plodder::new(judge)),
            StrategyId::Pruner => Box::new(Pruner::new(judge, self.options())),
            StrategyId::Ponder | StrategyId::Calculator | StrategyId::Intuition => return None,
        };
        Some(match self.level.filter(|_| id.searches()) {
            Some(level) => Box::new(Levelled::new(mind, id, level, self.seed, judging)),
            None => mind,
        })
    }

    /// The switches in force: a level may leave one off.
    fn options(&self) -> Options {
        let exchanges = self.level.is_none_or(Level::sees_exchanges);
        Options {
            quiescence: self.options.quiescence && exchanges,
            ..self.options
        }
    }

    /// The alpha-beta player.
    #[must_use]
    pub fn calculator(&self, judge: Judge) -> Calculator {
        let mut calculator = Calculator::new(self.hash_mb);
        calculator.set_options(self.options());
        calculator.set_judge(judge);
        calculator.remember(self.remember);
        calculator
    }
}
