//! What a search tells while it runs: scores, root moves and finished depths.

use std::fmt;

use super::Bound;
use crate::rules::{Color, Move};

/// A search score from the point of view of the side to move at the root, unless a caller turned
/// it with [`Score::for_white`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Full moves to mate: positive mates, negative is mated; `Mate(0)` is mated already.
    Mate(i32),
}

impl Score {
    /// The same score from White's point of view, given who moves at the root.
    ///
    /// `Mate(0)` has no sign and stays.
    #[must_use]
    pub fn for_white(self, side_to_move: Color) -> Score {
        match (side_to_move, self) {
            (Color::White, score) => score,
            (Color::Black, Score::Cp(cp)) => Score::Cp(-cp),
            (Color::Black, Score::Mate(moves)) => Score::Mate(-moves),
        }
    }
}

/// As in UCI: `cp 31`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => write!(f, "cp {cp}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// One message of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Report {
    /// A root move is about to be searched.
    Trying(Trying),
    /// A root move was searched at the current depth.
    RootMove(RootMove),
    /// The depth in progress turned out better or worse than expected and is searched again, or
    /// time ended it: this much is known of its best line.
    Unfinished {
        line: Line,
        /// What the line's score says.
        bound: Bound,
    },
    /// A tree search has come so far: all root moves, best first.
    Explored(Vec<Explored>),
    /// A depth was finished; with several lines asked for, one report for each of them.
    Depth(Line),
}

/// A root move that is searched next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trying {
    pub mv: Move,
    /// Nominal depth of the iteration, plies.
    pub depth: u8,
    /// Place in the order of searching, from 1.
    pub number: u16,
}

/// A root move with what the search made of it at one depth.
///
/// When a depth turns out better or worse than expected it is searched again, and so are further
/// lines (`multipv`): a move's last report at a depth is the one that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RootMove {
    pub mv: Move,
    /// As much as alpha-beta has to know; see [`bound`](Self::bound).
    pub score: Score,
    /// Exact where the move became the best so far. Upper where it only proved no better than the
    /// best, or than what was expected of the position; lower where it was better than expected.
    pub bound: Bound,
    /// Nominal depth of the iteration, plies.
    pub depth: u8,
    /// Place in the order of searching, from 1.
    pub number: u16,
    /// How many root moves there are.
    pub of: u16,
    /// Nodes spent below this move at this depth, without those of helping threads.
    pub nodes: u64,
}

/// A root move in a tree search (Monte Carlo).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explored {
    pub mv: Move,
    /// How often the tree was walked down this way.
    pub visits: u32,
    /// The mean value of those visits for who moves at the root, per mille: −1000 is lost, 1000 won.
    pub q: i16,
    /// How promising the move looked before it was tried, per mille of all root moves together.
    pub prior: i16,
}

/// A line of play with its score, as of a finished depth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// 1 is the best line, 2 the second best, and so on (`multipv`).
    pub rank: u8,
    /// Nominal depth, plies; 0 when the search was stopped before depth 1 was finished. Of a tree
    /// search the length of the line.
    pub depth: u8,
    /// The deepest ply reached, plies.
    pub seldepth: u8,
    pub score: Score,
    /// Nodes since the search began, of all threads.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// How full the hash table is, or the tree, per mille.
    pub hashfull: u16,
    /// Of a tree search: what has become of the line's first move.
    pub explored: Option<Explored>,
    /// The principal variation, root move first; never empty.
    pub pv: Vec<Move>,
}
