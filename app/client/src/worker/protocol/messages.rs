//! Requests and responses of the worker.

use engine::player::Decision;
use engine::rules::{Move, Position};
use engine::search::Report;
use engine::teaching::PruningComparison;
use serde::{Deserialize, Serialize};

use super::{SearchId, SearchOrder};
use crate::worker::learner::{LearnerRequest, LearnerResponse};

/// A command to the page's engine worker; answered by [`FromWorker`].
#[derive(Debug, Clone, PartialEq)]
pub enum EngineCommand {
    /// Start the worker, or replace it; answered by `Ready` or `Failed`.
    Start,
    /// Send it a message.
    Send(ToWorker),
    /// End a search early; its result is used.
    Stop(SearchId),
    /// End a search; its result is not used.
    Cancel(SearchId),
}

/// From the page to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToWorker {
    /// Clear what the last game has left, such as the hash table.
    NewGame,
    /// Search; answered by reports and one `Done`.
    Search(Box<SearchOrder>),
    /// Use the learner; answered by `Learner`.
    Learner(LearnerRequest),
    /// Count the nodes that pruning saves; answered by `PruningCounted`.
    CountPruning(PositionOrder),
    /// Evaluate each piece by the network; answered by `NetworkView`.
    ViewNetwork(PositionOrder),
    /// Verify a move by sound searches; answered by `Verified`, or by `LossMeasured` where it counts.
    Verify(Box<VerifyOrder>),
    /// Run the bench; answered by `Bench`.
    Bench,
    /// A request to a part of the worker that is loaded with the first one, in its own encoding, so that
    /// the other pages need not know it; answered by `Lazy`.
    Lazy {
        id: SearchId,
        part: LazyPart,
        #[serde(with = "serde_bytes")]
        request: Vec<u8>,
    },
}

/// A part of the worker that is loaded when it is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LazyPart {
    Theatre,
    Arena,
    Endgames,
    Dojo,
    Import,
    Openings,
}

/// From the worker to the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromWorker {
    /// The worker accepts messages.
    Ready,
    /// New reports of a running search.
    Reports {
        id: SearchId,
        /// In chronological order.
        reports: Vec<Report>,
    },
    /// A search has ended.
    Done {
        id: SearchId,
        decision: Box<Decision>,
    },
    Network(NetworkProgress),
    /// The network's view of a position.
    NetworkView {
        /// The position's key.
        key: u64,
        /// Each piece's contribution in White's view, by the index of its square.
        pieces: Vec<(u8, i32)>,
    },
    /// The result of the sound searches around a move.
    Verified {
        /// The key of the position after the move.
        key: u64,
        /// The [`Sound`](engine::explain::Sound), encoded, so that only what explains needs to know it;
        /// empty if nothing was found.
        #[serde(with = "serde_bytes")]
        sound: Vec<u8>,
    },
    /// What a move lost, as [`points_lost`](engine::explain::points_lost) in hundredths.
    LossMeasured {
        /// The key of the position after the move.
        key: u64,
        hundredths: u16,
    },
    Learner(LearnerResponse),
    /// The nodes that pruning saves.
    PruningCounted {
        /// The position's key.
        key: u64,
        /// `None` if the count was too large.
        savings: Option<PruningComparison>,
    },
    Bench(BenchResult),
    /// The endgame tables that a search named cannot be had: it goes on without.
    NoTables,
    /// An answer of a lazy part in its own encoding.
    Lazy(#[serde(with = "serde_bytes")] Vec<u8>),
    /// The worker has failed and must be replaced.
    Failed {
        message: String,
    },
}

/// The result of the bench.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchResult {
    /// The same on every target.
    pub nodes: u64,
    /// The bench signature, the same on every target. Hexadecimal, since a JavaScript number holds
    /// 53 bits.
    pub signature: String,
    pub time_ms: u64,
    /// Nodes per second with the network.
    pub search_nps: u64,
    /// Nodes per second with the hand-made evaluation.
    pub tuned_nps: u64,
    /// The bench signature of the hand-made evaluation.
    pub tuned_signature: String,
    /// A checksum of the network's evaluations of 100,000 positions.
    pub scores: String,
}

/// A position to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionOrder {
    /// The position's key, returned in the answer.
    pub key: u64,
    pub fen: String,
}

impl From<&Position> for PositionOrder {
    fn from(position: &Position) -> Self {
        Self {
            key: position.key(),
            fen: position.to_fen(),
        }
    }
}

/// Verify a move by sound searches, so that its explanation claims nothing false, or measure what it lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyOrder {
    /// The key of the position after the move, returned in the answer.
    pub key: u64,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The moves before the one to verify.
    pub moves: Vec<Move>,
    pub mv: Move,
    /// Nodes of each search.
    pub nodes: u64,
    /// Whether only what the move lost is wanted.
    pub only_loss: bool,
}

/// Progress of loading the network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetworkProgress {
    /// Loaded so far, per cent.
    Loading(u8),
    /// The network is used from now on.
    Ready(NetworkInfo),
    /// Loading failed for this reason; the hand-made evaluation is used.
    Failed(String),
}

/// The loaded network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkInfo {
    /// The checksum of its file, hexadecimal.
    pub name: String,
    /// Neurons of the hidden layer.
    pub width: u16,
    /// Its origin, in words.
    pub provenance: String,
}

#[cfg(test)]
mod tests {
    use engine::player::{LearnerConfig, Level, Source, StopReason, StrategyId, Strength};
    use engine::rules::{Move, Position};
    use engine::search::{Bound, Line, Options, RootMove, Score, SearchLimits};
    use engine::tables::TableSet;
    use wire::{
        game_id::GameId, learning_choice::LearningChoice, visitor::learners::FinishedLesson,
    };

    use super::*;
    use crate::worker::codec::{decode, encode};
    use crate::worker::learner::{LearnerOwner, LearnerSummary};
    use crate::worker::protocol::{HASH_MB, TableChoice};

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
            strength: level.and_then(Level::new).map(Strength::from),
            book: None,
            playing_style: None,
            learning: None,
            options: Options::default(),
            tables: TableChoice::Named(TableSet::Four),
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
            strength: Some(Strength::default()),
            book: None,
            playing_style: None,
            learning: Some(LearnerConfig::default()),
            options: Options::default(),
            tables: TableChoice::Named(TableSet::Four),
            seed: u64::MAX,
            hash_mb: HASH_MB,
        };
        for message in [
            ToWorker::NewGame,
            ToWorker::Search(Box::new(order)),
            ToWorker::Learner(LearnerRequest::Learn(lesson())),
            ToWorker::Learner(LearnerRequest::Import("{}".to_owned())),
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
            sight: None,
            recalled: None,
            solved: None,
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
            FromWorker::Learner(LearnerResponse::Learned(GameId::from_bits(7))),
            FromWorker::Learner(LearnerResponse::Summary(LearnerSummary {
                record: (1, 2, 3),
                positions: 4,
                network: Some((16, 9)),
                evicted: 5,
                owner: LearnerOwner::Account,
                unsynced: 6,
                curve: vec![0, 1000],
                storage_error: Some("full".to_owned()),
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
        let order = ToWorker::Search(Box::new(SearchOrder {
            moves: vec![e2e4()],
            ..order(SearchLimits::depth(1), None)
        }));
        let whole = encode(&order);
        for length in 0..whole.len() {
            assert!(decode::<ToWorker>(&whole[..length]).is_err(), "{length}");
        }
        // Damaged bytes decode to an error or another message and never panic.
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
