//! The order for a search.

use engine::book::Style;
use engine::eval::{EvalConfig, PlayingStyle, SharedEval};
use engine::player::{LearnerConfig, Memory, PlayerConfig, StrategyId, Strength};
use engine::rules::{Game, Move, Position};
use engine::search::{Options, SearchLimits};
use engine::tables::TableSet;
use serde::{Deserialize, Serialize};

use crate::worker::learner;

/// The hash size of repeatable searches, and the smallest, MB.
pub const HASH_MB: u32 = 16;

/// The largest hash size, MB; browsers close tabs that take more.
const MAX_HASH_MB: u32 = 64;

/// From so few men on a search asks endgame tables.
const FEW_MEN: usize = 7;

/// The endgame tables that a search is lent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableChoice {
    #[default]
    None,
    /// Those that are there.
    Available,
    /// This set and no other.
    Named(TableSet),
}

/// The number of a search on this page; it only grows.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct SearchId(pub u32);

impl SearchId {
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }

    /// The value of the shared stop flag.
    #[must_use]
    pub fn stop_flag(self) -> i32 {
        i32::try_from(self.0).unwrap_or(i32::MAX)
    }
}

/// A search for the worker to run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchOrder {
    pub id: SearchId,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The moves up to the position; repetitions depend on them.
    pub moves: Vec<Move>,
    /// When to stop, and how many lines to report.
    pub limits: SearchLimits,
    pub strategy: StrategyId,
    /// The playing strength; `None` plays as well as the limits allow.
    pub strength: Option<Strength>,
    /// The opening book's style; `None` without a book.
    pub book: Option<Style>,
    /// What the strategy likes beside what is good.
    pub playing_style: Option<PlayingStyle>,
    /// The learner's parameters; `None` without learning.
    pub learning: Option<LearnerConfig>,
    pub options: Options,
    /// The endgame tables that the search is lent. What is there differs between machines, so a search that
    /// others repeat names them or has none.
    pub tables: TableChoice,
    /// The seed of all randomness.
    pub seed: u64,
    /// MB of the hash table; see [`SearchOrder::hash_mb_for`].
    pub hash_mb: u32,
}

impl SearchOrder {
    /// Whether depth, nodes or a level's limits end the search, and no clock does. Its result is then the
    /// same for a shared link, the API and another machine.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        let SearchLimits {
            depth, nodes, mate, ..
        } = &self.limits;
        let timed = self.limits.clock.is_some() || self.limits.movetime.is_some();
        depth.is_some() || nodes.is_some() || mate.is_some() || self.strength.is_some() && !timed
    }

    /// MB of the hash table on a machine with `memory_gb` GB, if known.
    ///
    /// A repeatable search has the fixed size; another one takes 8 MB per GB, from 16 to 64.
    #[must_use]
    pub fn hash_mb_for(&self, memory_gb: Option<f64>) -> u32 {
        match memory_gb {
            Some(gb) if !self.is_repeatable() => ((gb * 8.0) as u32).clamp(HASH_MB, MAX_HASH_MB),
            _ => HASH_MB,
        }
    }

    /// The game to search.
    ///
    /// # Errors
    /// Which move or position is illegal.
    pub fn game(&self) -> Result<Game, String> {
        learner::replay_game(self.start_fen.as_deref(), &self.moves)
    }

    /// Whether the learner's table is used.
    #[must_use]
    pub fn uses_memory(&self) -> bool {
        match self.strategy {
            StrategyId::Learner => true,
            StrategyId::Ponder => self.learning.is_some(),
            _ => false,
        }
    }

    /// Whether plain alpha-beta plays, without level, style or player.
    fn is_plain(&self) -> bool {
        let plain = [StrategyId::Calculator, StrategyId::Intuition];
        let is_changed = self.strength.is_some() || self.playing_style.is_some();
        plain.contains(&self.strategy) && !is_changed
    }

    /// The evaluation for plain alpha-beta.
    #[must_use]
    pub fn eval_config(&self, network: Option<SharedEval>) -> EvalConfig {
        EvalConfig {
            network,
            ..self.strategy.evaluation().into()
        }
    }

    /// The endgame tables that the player of this order may use in a position.
    #[must_use]
    pub fn table_choice(&self, position: &Position) -> TableChoice {
        let has_few_men = position.occupied().len() <= FEW_MEN;
        match self.tables {
            _ if !self.strategy.may_use_tables(self.strength) => TableChoice::None,
            TableChoice::Available if !has_few_men => TableChoice::None,
            choice => choice,
        }
    }

    /// The configuration of the player; `None` for plain alpha-beta without tables.
    #[must_use]
    pub fn player_config(
        &self,
        memory: &Memory,
        network: Option<SharedEval>,
        with_tables: bool,
    ) -> Option<PlayerConfig> {
        if self.is_plain() && !with_tables {
            return None;
        }
        Some(PlayerConfig {
            hash_mb: self.hash_mb,
            options: self.options,
            network,
            strength: self.strength,
            seed: self.seed,
            book: self.book,
            playing_style: self.playing_style,
            memory: Memory::clone(memory),
            learning: self.learning,
            // With a clock the tree of one move serves the next. Otherwise the result depends on
            // the game alone, as with alpha-beta.
            remember: self.strategy == StrategyId::Explorer && !self.is_repeatable(),
            ..PlayerConfig::default()
        })
    }

    /// Whether the same player can run this search after `other`.
    #[must_use]
    pub fn has_same_player(&self, other: &SearchOrder) -> bool {
        self.strategy == other.strategy
            && self.strength == other.strength
            && self.book == other.book
            && self.playing_style == other.playing_style
            && self.learning == other.learning
            && self.options == other.options
            && self.tables == other.tables
            && self.seed == other.seed
            && self.hash_mb == other.hash_mb
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::{player::Level, rules::Position, search::Remaining};

    use super::*;

    fn e2e4() -> Move {
        Position::startpos().parse_uci("e2e4").unwrap()
    }

    fn order(limits: SearchLimits, level: Option<u8>) -> SearchOrder {
        SearchOrder {
            id: SearchId(1),
            start_fen: None,
            moves: Vec::new(),
            limits,
            strategy: StrategyId::Explorer,
            strength: level.and_then(Level::new).map(Strength::from),
            book: None,
            playing_style: None,
            learning: None,
            options: Options::default(),
            tables: TableChoice::None,
            seed: 0,
            hash_mb: HASH_MB,
        }
    }

    fn on_a_clock() -> SearchLimits {
        SearchLimits {
            clock: Some(Remaining {
                time: Duration::from_secs(60),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..SearchLimits::default()
        }
    }

    #[test]
    fn only_a_search_by_time_takes_more_memory_and_never_too_much() {
        let by_time = [
            order(SearchLimits::movetime(Duration::from_secs(1)), None),
            order(on_a_clock(), None),
            order(on_a_clock(), Some(3)),
        ];
        let repeatable = [
            order(SearchLimits::depth(6), None),
            order(SearchLimits::nodes(6), None),
            order(SearchLimits::default(), Some(3)),
        ];
        for (memory, size) in [
            (None, 16),
            (Some(0.25), 16),
            (Some(4.0), 32),
            (Some(8.0), 64),
            (Some(1e9), 64),
            (Some(f64::NAN), 16),
        ] {
            for timed in &by_time {
                assert_eq!(timed.hash_mb_for(memory), size, "{timed:?} {memory:?}");
            }
            for anyones in &repeatable {
                assert_eq!(anyones.hash_mb_for(memory), HASH_MB, "{anyones:?}");
            }
        }
    }

    #[test]
    fn a_tree_is_kept_from_move_to_move_only_where_nobody_can_repeat_the_search() {
        let remembers = |order: SearchOrder| {
            order
                .player_config(&Memory::default(), None, false)
                .map(|it| it.remember)
        };
        let by_level = order(SearchLimits::default(), Some(3));
        assert_eq!(remembers(by_level), Some(false));
        assert_eq!(remembers(order(SearchLimits::depth(2), None)), Some(false));
        assert_eq!(remembers(order(on_a_clock(), Some(3))), Some(true));
    }

    #[test]
    fn an_order_with_an_illegal_move_is_no_game() {
        let order = SearchOrder {
            moves: vec![e2e4(), e2e4()],
            ..order(SearchLimits::depth(1), None)
        };
        assert!(order.game().is_err());
    }

    #[test]
    fn only_the_strongest_are_lent_tables_and_what_is_there_only_near_solved_positions() {
        let few = Position::from_fen("8/8/8/8/8/2k5/8/K6R w - - 0 1").unwrap();
        let start = Position::startpos();
        let (none, here) = (TableChoice::None, TableChoice::Available);
        let four = TableChoice::Named(TableSet::Four);
        for (level, position, wanted, expected) in [
            (None, &few, here, here),
            (None, &few, four, four),
            (None, &few, none, none),
            (Some(10), &few, here, here),
            (Some(9), &few, here, none),
            (Some(9), &few, four, none),
            (None, &start, here, none),
            (None, &start, four, four),
        ] {
            let mut order = order(SearchLimits::depth(9), level);
            order.tables = wanted;
            assert_eq!(order.table_choice(position), expected, "{order:?}");
        }
    }
}
