//! Questions about a single move: is it legal, does it give check?

use super::{Move, Position};

impl Position {
    /// Whether a move, wherever it comes from, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.play(mv).in_check()
    }
}
