//! The order for a search.

use engine::{
    book::Style,
    eval::{Judge, Learned},
    player::{Learning, Level, Memory, Seat, StrategyId},
    rules::{Game, Move},
    search::{Options, SearchLimits},
};
use serde::{Deserialize, Serialize};

use crate::worker::learner;

/// MB of the worker's hash table where an answer has to be the same everywhere, and the least.
pub const HASH_MB: u32 = 16;

/// MB at most; a tab that takes more is the first to be closed.
const MOST_HASH_MB: u32 = 64;

/// A search's number on this page. Grows from one search to the next.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct SearchId(pub u32);

impl SearchId {
    /// The number of the search after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }

    /// The number as the shared flag holds it.
    #[must_use]
    pub fn flag(self) -> i32 {
        i32::try_from(self.0).unwrap_or(i32::MAX)
    }
}

/// A search to be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchOrder {
    /// The search's number.
    pub id: SearchId,
    /// The position before the moves; `None` for the usual start position.
    pub start_fen: Option<String>,
    /// The moves that led to the position; repetition needs them.
    pub moves: Vec<Move>,
    /// When to stop, and how many lines to report.
    pub limits: SearchLimits,
    /// Who searches.
    pub strategy: StrategyId,
    /// How strong; `None` is as well as the limits let it.
    pub level: Option<Level>,
    /// What it opens with, if it has a book; `None` is off.
    pub book: Option<Style>,
    /// How it learns and uses what it has learnt; `None` is off.
    pub learning: Option<Learning>,
    /// Switches of the search.
    pub options: Options,
    /// The seed of everything random.
    pub seed: u64,
    /// MB of the hash table; see [`SearchOrder::fitting_hash_mb`].
    pub hash_mb: u32,
}

impl SearchOrder {
    /// Whether depth, nodes or a level end the search before any clock does, so that anyone can
    /// repeat it: a shared link, the API, the same game on another machine.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        let SearchLimits {
            depth, nodes, mate, ..
        } = &self.limits;
        let timed = self.limits.clock.is_some() || self.limits.movetime.is_some();
        depth.is_some() || nodes.is_some() || mate.is_some() || self.level.is_some() && !timed
    }

    /// MB of the hash table on a machine with `memory_gb` GB, as far as that is known.
    ///
    /// A search that can be repeated has the fixed size; another takes 8 MB for each GB, from 16 to
    /// 64.
    #[must_use]
    pub fn fitting_hash_mb(&self, memory_gb: Option<f64>) -> u32 {
        match memory_gb {
            Some(gb) if !self.is_repeatable() => ((gb * 8.0) as u32).clamp(HASH_MB, MOST_HASH_MB),
            _ => HASH_MB,
        }
    }

    /// The game to search.
    ///
    /// # Errors
    /// What is illegal about the order, as text.
    pub fn game(&self) -> Result<Game, String> {
        learner::game(self.start_fen.as_deref(), &self.moves)
    }

    /// Whether memory may be asked.
    #[must_use]
    pub fn remembers(&self) -> bool {
        match self.strategy {
            StrategyId::Learner => true,
            StrategyId::Ponder => self.learning.is_some(),
            _ => false,
        }
    }

    /// Whether it is for alpha-beta at its best, with nothing beside it.
    fn is_plain(&self) -> bool {
        let plain = [StrategyId::Calculator, StrategyId::Intuition];
        plain.contains(&self.strategy) && self.level.is_none()
    }

    /// Who judges positions for it, where it is for alpha-beta at its best.
    #[must_use]
    pub fn judge(&self, network: Option<Learned>) -> Judge {
        Judge {
            network,
            ..self.strategy.evaluation().into()
        }
    }

    /// How the mind is seated, where it is not alpha-beta at its best.
    #[must_use]
    pub fn seat(&self, memory: &Memory, network: Option<Learned>) -> Option<Seat> {
        if self.is_plain() {
            return None;
        }
        Some(Seat {
            hash_mb: self.hash_mb,
            options: self.options,
            network,
            level: self.level,
            seed: self.seed,
            book: self.book,
            memory: Memory::clone(memory),
            learning: self.learning,
            // On a clock the tree of one move serves the next. Else the answer depends on the game
            // alone, as alpha-beta's always does.
            remember: self.strategy == StrategyId::Explorer && !self.is_repeatable(),
            ..Seat::default()
        })
    }

    /// Whether the same mind can take this search after that of `other`.
    #[must_use]
    pub fn has_same_seat(&self, other: &SearchOrder) -> bool {
        self.strategy == other.strategy
            && self.level == other.level
            && self.book == other.book
            && self.learning == other.learning
            && self.options == other.options
            && self.seed == other.seed
            && self.hash_mb == other.hash_mb
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::{rules::Position, search::Remaining};

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
            level: level.and_then(Level::new),
            book: None,
            learning: None,
            options: Options::default(),
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
                assert_eq!(timed.fitting_hash_mb(memory), size, "{timed:?} {memory:?}");
            }
            for anyones in &repeatable {
                assert_eq!(anyones.fitting_hash_mb(memory), HASH_MB, "{anyones:?}");
            }
        }
    }

    #[test]
    fn a_tree_is_kept_from_move_to_move_only_where_nobody_can_repeat_the_search() {
        let remembers =
            |order: SearchOrder| order.seat(&Memory::default(), None).map(|it| it.remember);
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
}
