//! What a search found.

use super::report::Line;
use crate::control::{SearchControl, StopReason};
use crate::rules::Move;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` when there is no legal one.
    pub mv: Option<Move>,
    /// The lines of the last finished depth, best first. When the time limit ended a search for one
    /// line within a depth, that depth's best so far.
    pub lines: Vec<Line>,
    /// The last finished depth, plies.
    pub depth: u8,
    /// The deepest ply reached, plies.
    pub seldepth: u8,
    pub nodes: u64,
    pub time_ms: u64,
    pub stop_reason: StopReason,
}

impl SearchResult {
    /// The result with these lines, at least one, under the nodes and the time of `control`.
    pub(crate) fn new(
        lines: Vec<Line>,
        depth: u8,
        stop_reason: StopReason,
        control: &mut SearchControl<'_>,
    ) -> SearchResult {
        control.publish_nodes();
        SearchResult {
            mv: lines[0].pv.first().copied(),
            depth,
            seldepth: lines[0].seldepth,
            nodes: control.all_nodes(),
            time_ms: control.elapsed_ms(),
            stop_reason,
            lines,
        }
    }

    /// The result where there is no legal move.
    pub(crate) fn game_over(time_ms: u64) -> SearchResult {
        SearchResult {
            mv: None,
            lines: Vec::new(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time_ms,
            stop_reason: StopReason::GameOver,
        }
    }
}
