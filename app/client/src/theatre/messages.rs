//! The messages between the theatre's page and its worker. They travel as bytes within
//! [`ToWorker::Lazy`](crate::worker::ToWorker::Lazy), so that the other pages need not know them.

use engine::player::StrategyId;
use engine::rules::Move;
use engine::search::{BetScope, Score, SearchRule, SearchTree};
use serde::{Deserialize, Serialize};

use super::{Comparison, ExploredTree, MindMove, SwitchResult, TraceSetup};
use crate::worker::SearchId;

/// From the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TheatreRequest {
    /// Search, and send the tree; answered by `Traced`, `Explored` or `Refused`.
    Trace { id: SearchId, setup: TraceSetup },
    /// Search again, and send the branch that begins with a visit; answered by `Branch` or `Refused`.
    OpenBranch {
        id: SearchId,
        setup: TraceSetup,
        visit: u32,
    },
    /// Search again, and check the bets; answered by `Checked` until all are.
    CheckBets { id: SearchId, setup: TraceSetup },
    /// Have minds move in the position; answered by `MindMoved` for each move, then `MindsMoved`, or by
    /// `Refused`.
    CompareMinds {
        id: SearchId,
        setup: TraceSetup,
        comparison: Comparison,
    },
    /// Search with one part off after the other; answered by `SwitchTried` for each, then
    /// `SwitchesTried`.
    TrySwitches { id: SearchId, setup: TraceSetup },
}

impl TheatreRequest {
    /// The request's number.
    #[must_use]
    pub fn id(&self) -> SearchId {
        match self {
            TheatreRequest::Trace { id, .. }
            | TheatreRequest::OpenBranch { id, .. }
            | TheatreRequest::CheckBets { id, .. }
            | TheatreRequest::CompareMinds { id, .. }
            | TheatreRequest::TrySwitches { id, .. } => *id,
        }
    }

    /// The minds of the request that play by a network of the visitor's.
    #[must_use]
    pub fn minds_with_visitors_networks(&self) -> Vec<StrategyId> {
        let (TheatreRequest::Trace { setup, .. }
        | TheatreRequest::OpenBranch { setup, .. }
        | TheatreRequest::CheckBets { setup, .. }
        | TheatreRequest::CompareMinds { setup, .. }
        | TheatreRequest::TrySwitches { setup, .. }) = self;
        let mut minds = match self {
            TheatreRequest::CompareMinds { comparison, .. } => comparison.minds.clone(),
            _ => vec![setup.mind],
        };
        minds.retain(|mind| !mind.strategy().ready);
        minds
    }
}

/// From the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TheatreResponse {
    Traced(Box<TracedSearch>),
    /// A branch of the tree with nothing folded, or less.
    Branch {
        id: SearchId,
        tree: Box<SearchTree>,
    },
    /// The tree of a tree search.
    Explored {
        id: SearchId,
        tree: Box<ExploredTree>,
        summary: SearchSummary,
    },
    Checked {
        id: SearchId,
        /// All bets of the tree.
        bets: u32,
        /// Checked since the last message.
        checked: Vec<CheckedBet>,
        finished: bool,
    },
    MindMoved {
        id: SearchId,
        found: MindMove,
    },
    /// All moves are made.
    MindsMoved {
        id: SearchId,
    },
    SwitchTried {
        id: SearchId,
        result: SwitchResult,
    },
    /// All switches were tried.
    SwitchesTried {
        id: SearchId,
    },
    /// Nothing was searched: the setup is wrong, or a network of the visitor's is not there.
    Refused {
        id: SearchId,
        reason: String,
    },
}

/// A search with its tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TracedSearch {
    pub id: SearchId,
    pub tree: SearchTree,
    pub summary: SearchSummary,
}

/// What a search has found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SearchSummary {
    /// The move that was chosen.
    pub mv: Option<Move>,
    /// Side to move.
    pub score: Option<Score>,
    /// Positions visited; of a tree search the visits of the root.
    pub visits: u32,
    /// Milliseconds, with the recorder.
    pub time_ms: u64,
    /// Whether the limit of nodes ended the search.
    pub cut_short: bool,
    /// The checksum of the network, where the mind has one of the visitor's.
    pub own_network: Option<u32>,
}

/// A bet after its check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedBet {
    /// Index of the node in the tree.
    pub node: u32,
    pub rule: SearchRule,
    pub scope: BetScope,
    pub outcome: BetOutcome,
}

/// What became of a bet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BetOutcome {
    Held,
    /// It was wrong: with the node's true value the root has this score, centipawns, side to move, and
    /// perhaps another move.
    Failed {
        score: i32,
        cost: u32,
        other_move: bool,
    },
    /// The nodes did not suffice.
    Unchecked,
}
