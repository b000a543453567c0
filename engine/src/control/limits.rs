//! The limits of one search.

use std::time::Duration;

use crate::rules::Move;
use crate::sight::Sight;

/// Default of [`SearchLimits::overhead`], enough for a pipe on a busy machine; a network needs more.
pub const OVERHEAD: Duration = Duration::from_millis(20);

/// What ends a search. Every limit that is set is obeyed; with none set the search runs until it
/// is stopped or has reached [`MAX_DEPTH`](crate::search::MAX_DEPTH).
///
/// ```
/// use std::time::Duration;
///
/// use engine::search::SearchLimits;
///
/// let analysis = SearchLimits::depth(12).with_multipv(3);
/// assert_eq!((analysis.depth, analysis.multipv), (Some(12), 3));
///
/// let move_in_time = SearchLimits {
///     nodes: Some(1_000_000),
///     ..SearchLimits::movetime(Duration::from_millis(200))
/// };
/// assert_eq!(move_in_time.depth, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct SearchLimits {
    /// Depth of the last iteration, plies.
    pub depth: Option<u8>,
    /// Nodes, exact for one thread. With helper threads it limits the nodes of all together, to
    /// within a few thousand for each.
    pub nodes: Option<u64>,
    /// No iteration begins after this many nodes.
    pub soft_nodes: Option<u64>,
    /// Time for this move; all of it is used unless a mate is found.
    pub movetime: Option<Duration>,
    /// The clock of the side to move; time management takes a share of it.
    pub clock: Option<Remaining>,
    /// Move overhead: kept back from the clock on every move for the delay between the engine and
    /// the clock's owner. Not taken off `movetime`.
    pub overhead: Duration,
    /// Searches for a mate in this many moves only.
    pub mate: Option<u8>,
    /// Number of lines to report (MultiPV), at least 1.
    pub multipv: u8,
    /// Only these root moves are considered; empty means all. Illegal ones are ignored, and if
    /// none of them is legal all moves are considered.
    pub searchmoves: Vec<Move>,
    /// Search until stopped. The caller also holds the answer back until the stop (UCI).
    pub infinite: bool,
    /// A move to play is wanted, not an analysis: the search ends early with one legal move or a
    /// proven mate.
    pub move_only: bool,
    /// Moves that are not seen are left out below the root; at the root `searchmoves` decides.
    pub sight: Option<Sight>,
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
            sight: None,
        }
    }
}

impl SearchLimits {
    /// Iterative deepening up to `plies`.
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

    /// The same position and moves without an end, for a helper thread.
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

    /// Whether time limits the search.
    pub(crate) fn is_timed(&self) -> bool {
        !self.infinite && (self.clock.is_some() || self.movetime.is_some())
    }

    /// The legal moves that `searchmoves` allows: those among them, or all if none of those is legal.
    #[must_use]
    pub fn root_moves(&self, mut legal: Vec<Move>) -> Vec<Move> {
        if legal.iter().any(|mv| self.searchmoves.contains(mv)) {
            legal.retain(|mv| self.searchmoves.contains(mv));
        }
        legal
    }

    /// The same limits with this many lines (MultiPV).
    #[must_use]
    pub fn with_multipv(self, lines: u8) -> Self {
        SearchLimits {
            multipv: lines.max(1),
            ..self
        }
    }
}

/// The state of a player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Remaining {
    /// Time left.
    pub time: Duration,
    /// Increment for each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<u16>,
}
