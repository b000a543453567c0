//! A node of the search tree: its window, what it knows, and its entry on the search stack.

use super::bound::Bound;
use super::correction::CorrectionCells;
use super::piece_to::PieceTo;
use super::quiet_context::QuietContext;
use super::tt::TtEntry;
use crate::rules::{Move, Position};

/// A node about to be searched.
pub(super) struct Node<'p> {
    pub position: &'p Position,
    /// Plies left.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    pub in_check: bool,
    /// Expected to fail high (cut node).
    pub cut: bool,
    /// What the quiet moves' histories depend on.
    pub context: QuietContext,
    /// The uncorrected static evaluation; 0 in check.
    pub raw: i32,
    /// Where the static evaluation's correction stands.
    pub corrections: CorrectionCells,
    /// The static evaluation, adjusted by the table's score; undefined in check.
    pub estimate: i32,
    /// Whether the static evaluation is better than two plies ago.
    pub improving: bool,
    /// The transposition table's entry.
    pub tt_entry: Option<TtEntry>,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
}

impl Node<'_> {
    /// The table's move.
    pub fn hash_move(&self) -> Option<Move> {
        self.tt_entry.and_then(|entry| entry.mv)
    }
}

/// The search stack's entry for one ply.
#[derive(Clone, Copy, Default)]
pub(super) struct StackEntry {
    /// The static evaluation, side to move; `None` in check.
    pub eval: Option<i32>,
    /// The move being searched.
    pub current: PieceTo,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// Double extensions on the way here.
    pub double_extensions: u8,
    /// Children of one parent at this ply that failed high.
    pub cutoffs: u8,
}

/// How a move is searched.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub mv: Move,
    /// Moves searched before it.
    pub count: usize,
    /// Moves before it, those that were not searched, too.
    pub order: usize,
    /// Plies below the move.
    pub depth: i32,
    /// Reduction of the first search, plies.
    pub reduction: i32,
    /// Plies from the root, below the move.
    pub ply: usize,
    /// Plies of `depth` that an extension gives.
    pub extension: i32,
    /// Whether its node is a cut node.
    pub cut: bool,
}

/// The bounds between which a score matters.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// The window of the child, in the opponent's view.
    pub fn negated(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The bound type of a score searched with this window.
    pub fn bound(self, score: i32) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// The null window above alpha.
    pub fn null(alpha: i32) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }
}

/// The score with which a table entry ends the search of a node. PV nodes are searched, so that
/// their line is complete.
pub(super) fn tt_cutoff<const PV: bool>(entry: TtEntry, window: Window, depth: i32) -> Option<i32> {
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
    };
    let usable = !PV && i32::from(entry.depth) >= depth;
    (enough && usable).then_some(entry.score)
}
