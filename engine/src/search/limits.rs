//! How far a search may go.

use std::time::Duration;

use crate::rules::Move;

/// [`SearchLimits::overhead`] where nobody says otherwise: a pipe on a busy machine loses a few
/// milliseconds; over a network it has to be told.
pub const OVERHEAD: Duration = Duration::from_millis(20);

/// What ends a search. Every limit that is set is obeyed; with none set the search runs until it
/// is stopped or has reached [`MAX_DEPTH`](super::MAX_DEPTH).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct SearchLimits {
    /// Plies of the last iteration.
    pub depth: Option<u8>,
    /// Nodes, exact: the search visits no more than these. With helping threads it is all of theirs
    /// together, to within a few thousand each.
    pub nodes: Option<u64>,
    /// After so many nodes no deeper iteration is begun.
    pub soft_nodes: Option<u64>,
    /// Time for this move; all of it is used unless a mate is found.
    pub movetime: Option<Duration>,
    /// The clock of the side to move; the search takes a share of it.
    pub clock: Option<Remaining>,
    /// Kept back from the clock on every move, for the way between the engine and whoever holds
    /// it; [`OVERHEAD`] unless set. Not taken off `movetime`.
    pub overhead: Duration,
    /// Looks for a mate in so many moves, and for nothing else.
    pub mate: Option<u8>,
    /// How many lines to report, at least 1.
    pub multipv: u8,
    /// Only these root moves are considered; empty means all. Illegal ones are ignored, and if
    /// none of them is legal all moves are considered.
    pub searchmoves: Vec<Move>,
    /// Search until stopped. The caller also holds the answer back until the stop (UCI).
    pub infinite: bool,
    /// Only a move to play is wanted, no analysis: the search ends once there is nothing left to
    /// choose, with one legal move or a proven mate.
    pub move_only: bool,
}

impl Default for SearchLimits {
    fn default() -> Self {
        SearchLimits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            movetime: None,
            clock: None,
            overhead: OVERHEAD,
            mate: None,
            multipv: 1,
            searchmoves: Vec::new(),
            infinite: false,
            move_only: false,
        }
    }
}

impl SearchLimits {
    /// Iterations up to `plies`.
    #[must_use]
    pub fn depth(plies: u8) -> Self {
        SearchLimits {
            depth: Some(plies),
            ..Self::default()
        }
    }

    /// At most `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        SearchLimits {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// `time` for this move.
    #[must_use]
    pub fn movetime(time: Duration) -> Self {
        SearchLimits {
            movetime: Some(time),
            ..Self::default()
        }
    }

    /// The same question without an end, for a thread that helps until it is stopped.
    #[must_use]
    pub fn for_helper(&self) -> Self {
        SearchLimits {
            depth: None,
            nodes: None,
            movetime: None,
            clock: None,
            infinite: true,
            ..self.clone()
        }
    }

    /// The same limits with so many lines.
    #[must_use]
    pub fn with_multipv(self, lines: u8) -> Self {
        SearchLimits {
            multipv: lines.max(1),
            ..self
        }
    }
}

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Remaining {
    /// What is left on the clock.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves to the next time control; `None` is for the rest of the game.
    pub moves_to_go: Option<u16>,
}
