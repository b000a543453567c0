//! Alpha-beta search.
//!
//! `player::Calculator` is the way in and owns what a search keeps ([`TranspositionTable`],
//! [`SearchMemory`]). From the outside to the inside: `driver` is the way in, `deepening` is iterative
//! deepening, `root_search` searches the root's moves, `negamax` a position; `prune_node` and `pruning`
//! prune, `singular` extends, `lmr` reduces, `quiescence` ends the lines; `move_picker` orders moves by
//! `history`; `correction` corrects the static evaluation; `tt` is the transposition table and `path`
//! detects draws. `searcher` is the state of one thread; `rules` names what makes the search shorter,
//! `parameters` has its numbers; `solved_score` is what an endgame table
//! says. `trace` records what a search did.
//!
//! One thread is deterministic: the same game, limits, options, tables and hash size give the same nodes,
//! score and move on every target, unless time is limited.
//!
//! Architecture invariant: knows the rules, `control`, the [`Evaluator`](crate::eval::Evaluator) trait
//! and [`EndgameTables`](crate::tables::EndgameTables); knows no player.

mod bet_check;
mod bound;
mod correction;
pub(crate) mod deepening;
mod driver;
mod history;
mod lmr;
mod memory;
mod move_picker;
mod negamax;
mod node;
mod options;
mod parameters;
pub(crate) mod path;
mod piece_to;
mod prune_node;
mod pruning;
pub(crate) mod pv;
mod quiescence;
mod quiescence_searcher;
mod quiet_context;
mod report;
mod result;
mod root_search;
mod rules;
pub(crate) mod score;
mod searcher;
mod singular;
mod solved_score;
mod trace;
mod tt;
mod wdl;

pub use crate::control::{OVERHEAD, POLL_EVERY, Remaining, SearchLimits, SharedNodes, ThreadRole};
pub use bet_check::{BetChecker, BetVerdict};
pub(crate) use bet_check::{deciding_window, verdict};
pub use bound::Bound;
pub use driver::{RunSearch, run};
pub use memory::SearchMemory;
pub(crate) use node::Window;
pub use options::Options;
pub use parameters::Parameters;
pub(crate) use quiescence_searcher::QuiescenceSearcher;
pub use report::{Explored, Line, Report, RootMove, Score, Trying};
pub use result::SearchResult;
pub use rules::{ChosenRules, SearchRule, SearchRules, Shipped};
pub use searcher::SearchSetup;
pub use trace::{
    Arrival, Bet, BetScope, Cause, CauseFamily, Entry, NoRecorder, Recorder, ReplacedScore,
    SearchTree, Skipped, TraceNode, TraceRecord, TreeRecorder, VisitKind,
};
pub use tt::{TableTooLarge, TranspositionTable};
pub(crate) use tt::{TtEntry, key_of};
pub use wdl::WdlCurve;

/// Maximum depth of iterative deepening, plies.
pub const MAX_DEPTH: u8 = 100;

#[cfg(test)]
mod tests;
