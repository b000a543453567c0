//! Static exchange evaluation: what a capture gains once everybody has taken back.

use super::{Move, Piece, Position};

/// What a piece counts in an exchange, in centipawns. The king's is never lost.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 320, 330, 500, 900, 20_000];

impl Position {
    /// What a legal move gains for its side if both sides go on to take on its target square as
    /// long as that pays, in centipawns.
    pub fn see(&self, mv: Move) -> i32 {
        let _ = mv;
        let _ = Piece::Pawn;
        0
    }

    /// Whether [`Position::see`] is at least `threshold` centipawns, faster.
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see(mv) >= threshold
    }
}
