//! The messages between the page and the engine's worker, as bytes (postcard): both ends are the
//! same build, so no names have to travel, and the bundle carries no second reader of JSON.
//!
//! A search is stopped past the queue of messages, by a flag in shared memory: the flag holds the
//! highest [`SearchId`] that has to end. Ids only grow, so the flag is never taken back and no
//! stop can hit a later search or be lost before its own has begun.

use engine::{
    book::Style,
    eval::{Judge, Learned},
    explain::Sound,
    player::{Decision, Learning, Level, Memory, Seat, StrategyId},
    rules::{Game, Move},
    search::{Options, Report, SearchLimits},
    teaching::Savings,
};
use serde::{Deserialize, Serialize};

use super::learner::{self, LearningNews, LearningOrder};

/// MB of the worker's hash table where an answer has to be the same everywhere, and the least.
pub const HASH_MB: u32 = 16;
/// MB at most; a tab that takes more is the first to be closed.
const MOST_HASH_MB: u32 = 64;

/// Reports are posted at most once in so many milliseconds.
pub const BATCH_MS: u64 = 30;

/// More root moves than these are not kept in one batch; the newest stay. Depths always stay.
pub const BATCH_ROOT_MOVES: usize = 256;

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

/// A position in which to count what pruning saves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountOrder {
    /// The position's key, for the answer.
    pub key: u64,
    /// The position.
    pub fen: String,
}

/// A move to be looked at by sound searches, so that nothing untrue is said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyOrder {
    /// The key of the position after the move, for the answer.
    pub key: u64,
    /// The position before the moves; `None` for the usual start position.
    pub start_fen: Option<String>,
    /// The moves that led to the position in which the move is made.
    pub moves: Vec<Move>,
    /// The move.
    pub mv: Move,
    /// Nodes of each search.
    pub nodes: u64,
}

/// A position to be looked at as the network does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeeOrder {
    /// The position's key, for the answer.
    pub key: u64,
    /// The position.
    pub fen: String,
}

/// How far the network is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetworkNews {
    /// So much of it is there, per cent.
    Loading(u8),
    /// It judges from now on.
    Ready(NetworkInfo),
    /// It cannot be had, or is none; why. The hand-made evaluation stands in.
    Failed(String),
}

/// Which network plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkInfo {
    /// The checksum of its file, in hexadecimal digits.
    pub name: String,
    /// Neurons of the hidden layer.
    pub width: u16,
    /// Where it comes from, in words.
    pub provenance: String,
}

/// From the page to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToWorker {
    /// Forget what was learned about the last game.
    NewGame,
    /// Search and answer with reports and one `Done`.
    Search(SearchOrder),
    /// Do something with what learners remember, and answer with `Learning`.
    Learning(LearningOrder),
    /// Count what pruning saves and answer with `Counted`.
    Count(CountOrder),
    /// Look at a position as the network does, and answer with `Seen`.
    See(SeeOrder),
    /// Look at a move by sound searches, and answer with `Verified`.
    Verify(VerifyOrder),
    /// Run the bench and answer with `Bench`.
    Bench,
}

/// From the worker to the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromWorker {
    /// The worker takes messages from now on.
    Ready,
    /// What a running search has found since the last batch.
    Reports {
        /// The search's number.
        id: SearchId,
        /// In the order in which they were made.
        reports: Vec<Report>,
    },
    /// The end of a search.
    Done {
        /// The search's number.
        id: SearchId,
        /// What was decided.
        decision: Box<Decision>,
    },
    /// How far the network is.
    Network(NetworkNews),
    /// What the network sees in a position.
    Seen {
        /// The position's key.
        key: u64,
        /// What each piece adds, White's view, by the index of its square.
        seen: Vec<(u8, i32)>,
    },
    /// What sound searches say of a move.
    Verified {
        /// The key of the position after the move.
        key: u64,
        /// `None` where nothing was found.
        sound: Option<Box<Sound>>,
    },
    /// What learners remember.
    Learning(LearningNews),
    /// What pruning saves.
    Counted {
        /// The position's key.
        key: u64,
        /// `None` where there was too much to count.
        savings: Option<Savings>,
    },
    /// The bench's figures.
    Bench(BenchFigures),
    /// The worker can't go on and has to be replaced.
    Failed {
        /// What happened.
        message: String,
    },
}

/// The bench's figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchFigures {
    /// Positions visited in all; the same on every target.
    pub nodes: u64,
    /// What was found, in one number; the same on every target. Hexadecimal, since a number of
    /// JavaScript holds 53 bits.
    pub signature: String,
    /// Time in milliseconds.
    pub time_ms: u64,
    /// Positions per second.
    pub search_nps: u64,
    /// The same of the hand-made evaluation.
    pub tuned_nps: u64,
    /// What that found.
    pub tuned_signature: String,
    /// What the network says of 100,000 positions, in one number.
    pub scores: String,
}

/// A batch of reports that waits to be posted.
#[derive(Debug, Default)]
pub struct Batch {
    reports: Vec<Report>,
    root_moves: usize,
    posted_ms: u64,
}

impl Batch {
    /// An empty batch of a search that began at `now_ms`.
    #[must_use]
    pub fn new(now_ms: u64) -> Self {
        Self {
            posted_ms: now_ms,
            ..Self::default()
        }
    }

    /// Adds a report; gives the batch back when it is time to post it.
    pub fn push(&mut self, report: Report, now_ms: u64) -> Option<Vec<Report>> {
        match report {
            // The page shows none of these.
            Report::Trying(_) | Report::Unfinished { .. } => {}
            Report::RootMove(_) => {
                self.root_moves += 1;
                self.reports.push(report);
            }
            Report::Depth(_) | Report::Explored(_) => self.reports.push(report),
        }
        if self.root_moves > BATCH_ROOT_MOVES {
            self.forget_oldest_root_move();
        }
        if self.reports.is_empty() || now_ms.saturating_sub(self.posted_ms) < BATCH_MS {
            return None;
        }
        self.posted_ms = now_ms;
        Some(self.take())
    }

    /// What is left.
    pub fn take(&mut self) -> Vec<Report> {
        self.root_moves = 0;
        std::mem::take(&mut self.reports)
    }

    fn forget_oldest_root_move(&mut self) {
        let oldest = self
            .reports
            .iter()
            .position(|report| matches!(report, Report::RootMove(_)));
        if let Some(index) = oldest {
            self.reports.remove(index);
            self.root_moves -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::{
        player::{Source, StopReason},
        rules::Position,
        search::{Bound, Line, Remaining, RootMove, Score},
    };

    use super::*;
    use crate::worker::codec::{decode, encode};
    use crate::worker::learner::{MemorySummary, Owner};
    use wire::game_id::GameId;
    use wire::learning_choice::LearningChoice;
    use wire::visitor::learners::FinishedLesson;

    fn lesson() -> FinishedLesson {
        FinishedLesson {
            id: GameId::from_bits(7),
            start_fen: None,
            moves: vec!["e2e4".to_owned()],
            winner: None,
            sides: vec![engine::rules::Color::White],
            how: LearningChoice::default(),
        }
    }

    fn e2e4() -> Move {
        Position::startpos().parse_uci("e2e4").unwrap()
    }

    fn line(depth: u8) -> Report {
        Report::Depth(Line {
            rank: 1,
            depth,
            seldepth: depth,
            score: Score::Mate(-3),
            nodes: u64::MAX,
            time_ms: 5,
            hashfull: 1,
            explored: None,
            pv: vec![e2e4()],
        })
    }

    fn root_move(number: u16) -> Report {
        Report::RootMove(RootMove {
            mv: e2e4(),
            score: Score::Cp(30),
            bound: Bound::Exact,
            depth: 1,
            number,
            of: 20,
            nodes: 1,
        })
    }

    #[test]
    fn every_message_survives_its_bytes() {
        let order = SearchOrder {
            id: SearchId(7),
            start_fen: None,
            moves: vec![e2e4()],
            limits: SearchLimits::depth(3).with_multipv(3),
            strategy: StrategyId::Explorer,
            level: Level::new(3),
            book: None,
            learning: Some(Learning::default()),
            options: Options::default(),
            seed: u64::MAX,
            hash_mb: HASH_MB,
        };
        for message in [
            ToWorker::NewGame,
            ToWorker::Search(order),
            ToWorker::Learning(LearningOrder::Learn(lesson())),
            ToWorker::Learning(LearningOrder::Import("{}".to_owned())),
            ToWorker::Bench,
        ] {
            assert_eq!(decode::<ToWorker>(&encode(&message)).unwrap(), message);
        }
        let decision = Decision {
            mv: Some(e2e4()),
            source: Source::Search,
            lines: Vec::new(),
            depth: 3,
            seldepth: 5,
            nodes: u64::MAX,
            time_ms: 3,
            stop_reason: StopReason::Depth,
            recalled: None,
        };
        for message in [
            FromWorker::Ready,
            FromWorker::Reports {
                id: SearchId(7),
                reports: vec![root_move(1), line(1)],
            },
            FromWorker::Done {
                id: SearchId(7),
                decision: Box::new(decision),
            },
            FromWorker::Learning(LearningNews::Learnt(GameId::from_bits(7))),
            FromWorker::Learning(LearningNews::Memory(MemorySummary {
                record: (1, 2, 3),
                states: 4,
                forgotten: 5,
                owner: Owner::Account,
                untold: 6,
                curve: vec![0, 1000],
                trouble: Some("full".to_owned()),
            })),
            FromWorker::Failed {
                message: "out of memory".to_owned(),
            },
        ] {
            assert_eq!(decode::<FromWorker>(&encode(&message)).unwrap(), message);
        }
    }

    #[test]
    fn bytes_that_are_no_message_are_refused() {
        let order = ToWorker::Search(SearchOrder {
            moves: vec![e2e4()],
            ..order(SearchLimits::depth(1), None)
        });
        let whole = encode(&order);
        for length in 0..whole.len() {
            assert!(decode::<ToWorker>(&whole[..length]).is_err(), "{length}");
        }
        // Any damage is an error or another message, never a panic.
        for index in 0..whole.len() {
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[index] ^= 1 << bit;
                if let Ok(ToWorker::Search(order)) = decode(&damaged) {
                    order.game().ok();
                }
            }
        }
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

    #[test]
    fn reports_are_posted_once_in_thirty_milliseconds() {
        let mut batch = Batch::new(0);
        assert_eq!(batch.push(line(1), 10), None);
        assert_eq!(batch.push(line(2), 29), None);
        assert_eq!(
            batch.push(line(3), 30).map(|reports| reports.len()),
            Some(3)
        );
        assert_eq!(batch.push(line(4), 59), None);
        assert_eq!(batch.take().len(), 1);
        assert!(batch.take().is_empty());
    }

    #[test]
    fn a_full_batch_forgets_root_moves_but_no_depth() {
        let mut batch = Batch::new(0);
        for number in 0..1_000 {
            assert_eq!(batch.push(root_move(number), 0), None);
            if number % 100 == 0 {
                assert_eq!(batch.push(line((number / 100) as u8), 0), None);
            }
        }
        let reports = batch.take();
        let depths = reports
            .iter()
            .filter(|report| matches!(report, Report::Depth(_)))
            .count();
        assert_eq!((depths, reports.len()), (10, 10 + BATCH_ROOT_MOVES));
        assert!(reports.contains(&root_move(999)));
    }
}
