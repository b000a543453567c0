//! Builds the player of a strategy from its configuration, for the page's worker, the server, UCI and
//! matches.

use super::between_levels::BetweenLevels;
use super::styled_player::StyledPlayer;
use super::{
    Calculator, Hybrid, Learner, LearnerConfig, Level, Levelled, Memory, Player, StrategyId,
    Strength,
};
use crate::book::Style;
use crate::eval::{EvalConfig, Evaluation, PlayingStyle, SharedEval, StyleBonus};
use crate::mcts::{Explorer, Rollouts};
use crate::search::Options;
use crate::tables::SharedTables;
use crate::teaching::{BasicAlphaBeta, MinimaxPlayer, OnePly, RandomMover};

/// The configuration of a player; each strategy uses its own part of it.
#[derive(Clone, Debug)]
pub struct PlayerConfig {
    /// Size of the transposition table or tree, MB, at least 1.
    pub hash_mb: u32,
    pub options: Options,
    /// `None` for the strategy's default.
    pub evaluation: Option<Evaluation>,
    /// The network of [`Evaluation::Network`]; without one, [`Evaluation::Tuned`] replaces it.
    pub network: Option<SharedEval>,
    /// Playing strength of a strategy that searches; `None` is its full strength.
    pub strength: Option<Strength>,
    /// What a strategy that searches likes beside what is good.
    pub playing_style: Option<PlayingStyle>,
    /// Seed of a level's overlooked moves and evaluation noise.
    pub seed: u64,
    /// Whether table or tree are kept between searches.
    pub remember: bool,
    /// The hybrid's opening book; `None` is off.
    pub book: Option<Style>,
    pub memory: Memory,
    /// `None` leaves the hybrid without a learner.
    pub learning: Option<LearnerConfig>,
    /// Endgame tables that the alpha-beta search is lent; see [`StrategyId::may_use_tables`].
    pub tables: Option<SharedTables>,
}

/// MB.
const DEFAULT_HASH: u32 = 16;

impl Default for PlayerConfig {
    fn default() -> PlayerConfig {
        PlayerConfig {
            hash_mb: DEFAULT_HASH,
            options: Options::default(),
            evaluation: None,
            network: None,
            strength: None,
            playing_style: None,
            seed: 0,
            remember: false,
            book: Some(Style::default()),
            memory: Memory::default(),
            learning: Some(LearnerConfig::default()),
            tables: None,
        }
    }
}

impl StrategyId {
    /// Whether the strategy searches; only then levels apply to it.
    #[must_use]
    pub fn searches(self) -> bool {
        !matches!(
            self,
            StrategyId::Learner | StrategyId::Dice | StrategyId::Grabber
        )
    }

    /// Whether a depth limit ends its search; a Monte Carlo tree search has no depth.
    #[must_use]
    pub fn has_depth(self) -> bool {
        self.prunes() || self == StrategyId::Plodder
    }

    /// Whether endgame tables may be lent to it: not to one that looks at few moves on purpose, nor at a
    /// strength below the greatest.
    #[must_use]
    pub fn may_use_tables(self, strength: Option<Strength>) -> bool {
        let is_full = strength.is_none_or(|strength| strength == Level::STRONGEST.into());
        let searches = self.prunes() && self != StrategyId::Pruner;
        is_full && (searches || self == StrategyId::Explorer)
    }

    /// Whether it is an alpha-beta search.
    #[must_use]
    pub fn prunes(self) -> bool {
        matches!(
            self,
            StrategyId::Ponder
                | StrategyId::Calculator
                | StrategyId::Intuition
                | StrategyId::Pruner
                | StrategyId::Yours
                | StrategyId::Guest
        )
    }

    /// The strategy's default evaluation.
    #[must_use]
    pub fn evaluation(self) -> Evaluation {
        match self {
            StrategyId::Ponder
            | StrategyId::Intuition
            | StrategyId::Explorer
            | StrategyId::Yours
            | StrategyId::Guest => Evaluation::Network,
            StrategyId::Calculator | StrategyId::Learner => Evaluation::Tuned,
            StrategyId::ExplorerRollout
            | StrategyId::Dice
            | StrategyId::Grabber
            | StrategyId::Plodder
            | StrategyId::Pruner => Evaluation::Classic,
        }
    }
}

impl PlayerConfig {
    /// The level of the strength, or the one below.
    fn level(&self) -> Option<Level> {
        self.strength.map(Strength::lower)
    }

    /// The player, or one between two levels; `at_level` makes that of a level.
    fn by_strength(
        &self,
        id: StrategyId,
        at_level: impl Fn(&PlayerConfig) -> Option<Box<dyn Player + Send>>,
    ) -> Option<Box<dyn Player + Send>> {
        let between = self
            .strength
            .filter(|_| id.searches())
            .and_then(|strength| Some((strength, strength.upper()?)));
        let Some((strength, upper)) = between else {
            return at_level(self);
        };
        let of_level = |level: Level| {
            at_level(&PlayerConfig {
                strength: Some(level.into()),
                ..self.clone()
            })
        };
        Some(Box::new(BetweenLevels {
            lower: of_level(strength.lower())?,
            upper: of_level(upper)?,
            strength,
            seed: self.seed,
        }))
    }

    /// The evaluation of this strategy, with the level's noise; without a playing style, which needs a side.
    #[must_use]
    pub fn eval(&self, id: StrategyId) -> EvalConfig {
        self.eval_with(id, None)
    }

    fn eval_with(&self, id: StrategyId, style: Option<StyleBonus>) -> EvalConfig {
        EvalConfig {
            evaluation: self.evaluation.unwrap_or(id.evaluation()),
            network: self.network.clone(),
            noise: self.level().and_then(|level| level.noise(id, self.seed)),
            style,
        }
    }

    /// The player of a strategy; `None` for one that cannot play yet.
    #[must_use]
    pub fn player(&self, id: StrategyId) -> Option<Box<dyn Player + Send>> {
        self.engine_player(id).or_else(|| self.alternate_player(id))
    }

    /// The alpha-beta engine without a playing style, alone or in the hybrid; `None` for every other player.
    /// Separate from [`PlayerConfig::alternate_player`], so that a program can be linked without the others.
    #[must_use]
    pub fn engine_player(&self, id: StrategyId) -> Option<Box<dyn Player + Send>> {
        match self.playing_style {
            None => self.by_strength(id, |config| config.engine_at_level(id, None)),
            Some(_) => None,
        }
    }

    fn engine_at_level(
        &self,
        id: StrategyId,
        style: Option<StyleBonus>,
    ) -> Option<Box<dyn Player + Send>> {
        let eval = self.eval_with(id, style);
        let search = match id {
            StrategyId::Ponder
            | StrategyId::Calculator
            | StrategyId::Intuition
            | StrategyId::Yours
            | StrategyId::Guest => self.calculator(eval.clone()),
            _ => return None,
        };
        let Some(level) = self.level() else {
            return Some(self.hybrid(id, search));
        };
        let sound = (&eval, self.options());
        Some(self.hybrid(id, Levelled::new(search, id, level, self.seed, sound)))
    }

    /// The search, with book and learner for [`StrategyId::Ponder`].
    fn hybrid(
        &self,
        id: StrategyId,
        search: impl Player + Send + 'static,
    ) -> Box<dyn Player + Send> {
        if id != StrategyId::Ponder {
            return Box::new(search);
        }
        let learner = self
            .learning
            .map(|config| Learner::new(self.memory.clone(), &config));
        Box::new(Hybrid::new(self.book, learner, search))
    }

    /// Every player but those of [`PlayerConfig::engine_player`]; `None` also for one that cannot play yet.
    #[must_use]
    pub fn alternate_player(&self, id: StrategyId) -> Option<Box<dyn Player + Send>> {
        match self.playing_style.filter(|_| id.searches()) {
            None => self.by_strength(id, |config| config.alternate_at_level(id, None)),
            Some(style) => Some(Box::new(self.styled(id, style))),
        }
    }

    /// The player of a strategy that searches and of a style; without a strength it has the greatest.
    fn styled(&self, id: StrategyId, style: PlayingStyle) -> StyledPlayer {
        let strength = self.strength.unwrap_or(Level::STRONGEST.into());
        let config = PlayerConfig {
            strength: Some(strength),
            ..self.clone()
        };
        let create = move |bonus| {
            let style = Some(bonus);
            config
                .by_strength(id, |config| config.engine_at_level(id, style))
                .or_else(|| config.by_strength(id, |config| config.alternate_at_level(id, style)))
        };
        StyledPlayer::new(id, style, (strength, self.seed), Box::new(create))
    }

    fn alternate_at_level(
        &self,
        id: StrategyId,
        style: Option<StyleBonus>,
    ) -> Option<Box<dyn Player + Send>> {
        let eval = self.eval_with(id, style);
        let sound = (&eval.clone(), self.options());
        let player: Box<dyn Player + Send> = match id {
            StrategyId::Explorer => {
                let mut explorer = Explorer::new(self.hash_mb, eval);
                explorer.set_options(self.options());
                explorer.remember(self.remember);
                Box::new(explorer)
            }
            StrategyId::ExplorerRollout => Box::new(Rollouts::new(self.hash_mb, eval)),
            StrategyId::Learner => {
                let learning = self.learning.unwrap_or_default();
                Box::new(Learner::new(self.memory.clone(), &learning))
            }
            StrategyId::Dice => Box::new(RandomMover),
            StrategyId::Grabber => Box::new(OnePly::new(eval)),
            StrategyId::Plodder => Box::new(MinimaxPlayer::new(eval)),
            StrategyId::Pruner => Box::new(BasicAlphaBeta::new(eval, self.options())),
            StrategyId::Ponder
            | StrategyId::Calculator
            | StrategyId::Intuition
            | StrategyId::Yours
            | StrategyId::Guest => return None,
        };
        Some(match self.level().filter(|_| id.searches()) {
            Some(level) => Box::new(Levelled::new(player, id, level, self.seed, sound)),
            None => player,
        })
    }

    /// The search features in use; low levels switch quiescence off.
    fn options(&self) -> Options {
        let quiescence = self.level().is_none_or(Level::has_quiescence);
        Options {
            quiescence: self.options.quiescence && quiescence,
            ..self.options
        }
    }

    /// The alpha-beta player.
    #[must_use]
    pub fn calculator(&self, eval: EvalConfig) -> Calculator {
        let mut calculator = Calculator::new(self.hash_mb);
        calculator.set_options(self.options());
        calculator.set_eval(eval);
        calculator.set_tables(self.tables.clone());
        calculator.remember(self.remember);
        calculator
    }
}
