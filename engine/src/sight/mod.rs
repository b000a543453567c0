//! What a player of limited strength overlooks.
//!
//! A search with a [`Sight`] leaves out the moves that are not seen, its own and the opponent's, at every
//! depth: so it runs into what it did not see, and can say afterwards what that was. What is hard to see is what
//! people miss most: quiet moves more than captures and checks; moves that go far or backwards; a line that has
//! just been opened; a capture of what only looks guarded; the opponent's chances more than one's own. What has
//! just moved is looked at first, so that its capture is seldom missed. More is overlooked where much is going
//! on, and in time trouble.
//!
//! Architecture invariant: knows the rules only. Whether a move is seen is a function of the position, the move
//! before it, the move and the sight, so it can be asked again at any time.

mod attention;
mod difficulty;
mod root;

use crate::random::mix;
use crate::rules::{Color, Move, Position};

/// How much is overlooked, by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sight {
    /// Probability of overlooking a short quiet move forward, per mille.
    pub overlooked: u16,
    /// The side that looks.
    pub viewer: Color,
    /// Another seed overlooks other moves.
    pub seed: u64,
}

/// No move is harder to see than this, per mille.
const MAX_OVERLOOKED: u32 = 900;

impl Sight {
    /// Whether a legal move is seen in a position that `last` has led to.
    #[must_use]
    #[inline(never)]
    pub fn sees(&self, position: &Position, last: Option<Move>, mv: Move) -> bool {
        let difficulty = difficulty::of(position, last, mv, self.viewer);
        let chance = (u32::from(self.overlooked) * difficulty / 1_000).min(MAX_OVERLOOKED);
        self.drawn(position, mv) >= chance
    }

    /// A pseudo-random number below 1,000.
    ///
    /// What hits something is not seen for as long as the pawns stand as they do, since nobody looks for it anew
    /// on every move; a quiet move is judged in each position.
    #[inline(never)]
    fn drawn(&self, position: &Position, mv: Move) -> u32 {
        let key = match mv.is_tactical() || position.gives_check(mv) {
            true => position.pawn_key(),
            false => position.key(),
        };
        let action = u64::from(mv.from().index() as u32) << 6 | mv.to().index() as u64;
        let seed = key ^ self.seed.rotate_left(17) ^ action.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u64::from(mix(seed) as u32) * 1_000) >> 32) as u32
    }
}

#[cfg(test)]
mod tests;
