//! What the search asks of an evaluation.

use crate::rules::Position;

/// A static evaluation with its caches, which never change a score.
pub trait Evaluator: Send {
    /// Centipawns, side to move; smaller in absolute value than [`EVAL_LIMIT`].
    fn evaluate(&mut self, position: &Position) -> i32;

    /// As [`evaluate`](Self::evaluate), of the position that was announced for `ply` last, by
    /// [`begin`](Self::begin) or [`moved`](Self::moved).
    fn evaluate_at(&mut self, position: &Position, ply: usize) -> i32 {
        let _ = ply;
        self.evaluate(position)
    }

    /// Announces the position at `ply` of a line, whatever stood there before.
    fn begin(&mut self, ply: usize) {
        let _ = ply;
    }

    /// Announces that a move, or passing, leads from the position announced for `ply - 1` to that of
    /// `ply`.
    fn moved(&mut self, before: &Position, after: &Position, ply: usize) {
        let _ = (before, after, ply);
    }
}

/// Above every evaluation, centipawns; mate scores begin beyond it.
pub const EVAL_LIMIT: i32 = 30_000;
