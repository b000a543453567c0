//! Reports of a running search: scores, root moves and finished depths.

use std::fmt;

use super::bound::Bound;
use crate::rules::{Color, Move};

/// A search score from the point of view of the side to move at the root, unless converted by
/// [`Score::for_white`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Full moves to mate; negative: the side is mated; `Mate(0)`: it is mated already.
    Mate(i32),
}

impl Score {
    /// The score from White's point of view, given the side to move at the root.
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

/// A message of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Report {
    /// A root move is about to be searched.
    Trying(Trying),
    /// A root move was searched at the current depth.
    RootMove(RootMove),
    /// The depth in progress failed high or low and is searched again, or the time limit ended it:
    /// its best line so far.
    Unfinished {
        line: Line,
        /// Whether the line's score is exact.
        bound: Bound,
    },
    /// State of a tree search: all root moves, best first.
    Explored(Vec<Explored>),
    /// A depth was finished; with several lines asked for, one report for each of them.
    Depth(Line),
}

/// The root move searched next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trying {
    pub mv: Move,
    /// Nominal depth of the iteration, plies.
    pub depth: u8,
    /// Place in the search order, from 1.
    pub number: u16,
}

/// A root move with its score at one depth.
///
/// A depth is searched again after failing high or low, and once for each line (`multipv`): the last
/// report of a move at a depth counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RootMove {
    pub mv: Move,
    /// Often only a bound; see [`bound`](Self::bound).
    pub score: Score,
    /// Exact where the move became the best so far; upper where it is no better than the best or
    /// failed low; lower where it failed high.
    pub bound: Bound,
    /// Nominal depth of the iteration, plies.
    pub depth: u8,
    /// Place in the search order, from 1.
    pub number: u16,
    /// Number of root moves.
    pub of: u16,
    /// Nodes below this move at this depth, without those of helper threads.
    pub nodes: u64,
}

/// A root move in a tree search (Monte Carlo).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explored {
    pub mv: Move,
    pub visits: u32,
    /// Mean value of the visits for the side to move at the root, per mille: −1000 lost, 1000 won.
    pub q: i16,
    /// Prior probability of the move, per mille.
    pub prior: i16,
}

/// A line of play with its score, as of a finished depth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// MultiPV rank; 1 is the best line.
    pub rank: u8,
    /// Nominal depth, plies; 0 when the search was stopped before depth 1 was finished. In a tree
    /// search the length of the line.
    pub depth: u8,
    /// The deepest ply reached, plies.
    pub seldepth: u8,
    pub score: Score,
    /// Nodes since the search began, of all threads.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// Fill of the transposition table or the tree, per mille.
    pub hashfull: u16,
    /// In a tree search: statistics of the line's first move.
    pub explored: Option<Explored>,
    /// The principal variation, root move first; never empty.
    pub pv: Vec<Move>,
}
