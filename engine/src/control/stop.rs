//! The caller's stop flag, and why a search ended.

use std::sync::atomic::{AtomicBool, Ordering};

/// Says whether a search has to end, and whether its time counts yet. Polled every 2,048 nodes.
pub trait Stop {
    fn is_set(&self) -> bool;

    /// Whether the search runs on the opponent's time (UCI's `ponder`): no time limit ends it then.
    /// Once `false`, it stays so.
    fn is_pondering(&self) -> bool {
        false
    }
}

impl Stop for AtomicBool {
    fn is_set(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// A stop flag that is never set.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeverStop;

impl Stop for NeverStop {
    fn is_set(&self) -> bool {
        false
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum StopReason {
    /// The depth limit, or the maximum depth.
    Depth,
    Nodes,
    /// The time for this move, or the share of the clock.
    Time,
    /// The caller's stop flag.
    Stopped,
    /// A mate was found and cannot be improved, or the mate that was asked for.
    Mate,
    /// There is one legal move.
    OnlyMove,
    /// There is no legal move.
    GameOver,
}

impl StopReason {
    /// As in the HTTP API and the worker's messages.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            StopReason::Depth => "depth",
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Stopped => "stopped",
            StopReason::Mate => "mate",
            StopReason::OnlyMove => "only_move",
            StopReason::GameOver => "game_over",
        }
    }
}
