//! The messages themselves.

use engine::{explain::Sound, player::Decision, search::Report, teaching::Savings};
use serde::{Deserialize, Serialize};

use super::{CountOrder, NetworkNews, SearchId, SearchOrder, SeeOrder, VerifyOrder};
use crate::worker::learner::{LearningNews, LearningOrder};

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

#[cfg(test)]
mod tests {
    use engine::{
        player::{Learning, Level, Source, StopReason, StrategyId},
        rules::{Move, Position},
        search::{Bound, Line, Options, RootMove, Score, SearchLimits},
    };
    use wire::{
        game_id::GameId, learning_choice::LearningChoice, visitor::learners::FinishedLesson,
    };

    use super::*;
    use crate::worker::codec::{decode, encode};
    use crate::worker::learner::{MemorySummary, Owner};
    use crate::worker::protocol::HASH_MB;

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
}
