//! What the search asks of an evaluation.

use crate::rules::Position;

/// A static evaluation with its caches, which never change a score.
pub trait Evaluator: Send {
    /// Centipawns, side to move; smaller in absolute value than [`EVAL_LIMIT`].
    fn evaluate(&mut self, position: &Position) -> i32;

    /// As [`evaluate`](Self::evaluate), `ply` plies from the root of a search: the position is close
    /// to the one evaluated at the ply before.
    fn evaluate_at(&mut self, position: &Position, ply: usize) -> i32 {
        let _ = ply;
        self.evaluate(position)
    }
}

/// Above every evaluation, centipawns; mate scores begin beyond it.
pub const EVAL_LIMIT: i32 = 30_000;
