//! What the search tells of each node.

use super::Cause;
use crate::rules::Move;

/// Takes in what a search does. Its nodes and scores are the same with any recorder that returns the scores
/// it is given.
pub trait Recorder {
    /// Whether anything is recorded; what only a recorder needs is left out otherwise.
    const IS_ON: bool;

    /// How the node that is entered next is reached.
    fn arrive(&mut self, arrival: Arrival);

    /// The root is searched at one depth and in one window. It counts as no node.
    fn enter_root(&mut self, entry: Entry);

    /// A node is entered and counted.
    fn enter(&mut self, entry: Entry);

    /// Why the node that was entered last, and not left, will end; the last call counts. `limit` is what
    /// the rule compared `value` with, both in centipawns or in what the rule counts.
    fn explain(&mut self, cause: Cause, value: i32, limit: i32);

    /// A move of that node is not searched.
    fn skip(&mut self, skipped: Skipped);

    /// The node is left with its score, side to move. Returns the score that counts.
    fn leave(&mut self, score: i32) -> i32;
}

/// How a node is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The move; `None` for a null move, and where the position stays the same.
    pub mv: Option<Move>,
    pub kind: VisitKind,
    /// Place in the order of the parent's moves, from 0.
    pub order: usize,
    /// Plies by which the search is less deep than the move's full depth; negative: deeper.
    pub reduction: i32,
}

impl Arrival {
    /// At the same position, or the one after passing, so many plies less deep.
    pub fn same_position(kind: VisitKind, reduction: i32) -> Arrival {
        Arrival {
            mv: None,
            kind,
            order: 0,
            reduction,
        }
    }
}

/// What a node is searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum VisitKind {
    /// The root, at one depth and in one window.
    #[default]
    Root,
    /// A move in a null window, or the first with the open one.
    Move,
    /// A move again without its reduction.
    Unreduced,
    /// A move again with the open window.
    OpenWindow,
    /// The position after passing.
    NullMove,
    /// The same position without null moves.
    Verification,
    /// The same position without the table's move.
    Singular,
    /// The same position by captures alone.
    Razoring,
    /// A capture by captures alone, then by a shallow search.
    ProbCut,
}

impl VisitKind {
    /// All kinds.
    pub const ALL: &[VisitKind] = &[
        VisitKind::Root,
        VisitKind::Move,
        VisitKind::Unreduced,
        VisitKind::OpenWindow,
        VisitKind::NullMove,
        VisitKind::Verification,
        VisitKind::Singular,
        VisitKind::Razoring,
        VisitKind::ProbCut,
    ];

    /// The name in files and answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            VisitKind::Root => "root",
            VisitKind::Move => "move",
            VisitKind::Unreduced => "unreduced",
            VisitKind::OpenWindow => "open-window",
            VisitKind::NullMove => "null-move",
            VisitKind::Verification => "verification",
            VisitKind::Singular => "singular",
            VisitKind::Razoring => "razoring",
            VisitKind::ProbCut => "prob-cut",
        }
    }
}

/// A node at its entrance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Plies left; 0 in quiescence.
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    /// Whether it is expected to fail high (cut node).
    pub cut: bool,
}

/// A move that is not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub mv: Move,
    /// Place in the order of the node's moves, from 0.
    pub order: usize,
    /// Plies that would be left after it.
    pub depth: i32,
    pub cause: Cause,
    /// What the rule compared, and with what; see [`Recorder::explain`].
    pub value: i32,
    pub limit: i32,
}

/// Records nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoRecorder;

impl Recorder for NoRecorder {
    const IS_ON: bool = false;

    #[inline(always)]
    fn arrive(&mut self, _: Arrival) {}

    #[inline(always)]
    fn enter_root(&mut self, _: Entry) {}

    #[inline(always)]
    fn enter(&mut self, _: Entry) {}

    #[inline(always)]
    fn explain(&mut self, _: Cause, _: i32, _: i32) {}

    #[inline(always)]
    fn skip(&mut self, _: Skipped) {}

    #[inline(always)]
    fn leave(&mut self, score: i32) -> i32 {
        score
    }
}

impl<T: Recorder> Recorder for &mut T {
    const IS_ON: bool = T::IS_ON;

    fn arrive(&mut self, arrival: Arrival) {
        (**self).arrive(arrival);
    }

    fn enter_root(&mut self, entry: Entry) {
        (**self).enter_root(entry);
    }

    fn enter(&mut self, entry: Entry) {
        (**self).enter(entry);
    }

    fn explain(&mut self, cause: Cause, value: i32, limit: i32) {
        (**self).explain(cause, value, limit);
    }

    fn skip(&mut self, skipped: Skipped) {
        (**self).skip(skipped);
    }

    fn leave(&mut self, score: i32) -> i32 {
        (**self).leave(score)
    }
}
