//! What worked elsewhere in the tree: killers and history, for ordering quiet moves.

use super::score::MAX_PLY;
use crate::rules::{Color, Move};

/// Bound of every history value; updates pull towards it, so old knowledge fades.
const MOST: i32 = 8_192;

/// Values of quiet moves by side, origin and target.
type Butterfly = [[[i16; 64]; 64]; 2];

/// Everything that is learnt while searching and that orders moves.
pub struct History {
    /// The last two quiet moves that refuted at each ply.
    killers: [[Option<Move>; 2]; MAX_PLY],
    quiet: Box<Butterfly>,
}

impl Default for History {
    fn default() -> Self {
        History {
            killers: [[None; 2]; MAX_PLY],
            quiet: Box::new([[[0; 64]; 64]; 2]),
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers = [[None; 2]; MAX_PLY];
        *self.quiet = [[[0; 64]; 64]; 2];
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// How often a quiet move was good, at most 8,192 either way.
    pub(super) fn quiet(&self, us: Color, mv: Move) -> i16 {
        self.quiet[us.index()][mv.from().index()][mv.to().index()]
    }

    /// `mv` refuted the position at `ply` where the quiet moves `tried` before it had not.
    pub(super) fn refuted_by(
        &mut self,
        us: Color,
        mv: Move,
        tried: impl Iterator<Item = Move>,
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.pull(us, mv, bonus(depth));
        for other in tried {
            self.pull(us, other, -bonus(depth));
        }
    }

    /// Moves a value by `bonus`, the less the nearer it is to the bound ("gravity").
    fn pull(&mut self, us: Color, mv: Move, bonus: i32) {
        let value = &mut self.quiet[us.index()][mv.from().index()][mv.to().index()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MOST) as i16;
    }
}

/// The reward for a refutation, growing with the square of the depth as in source A.
fn bonus(depth: i32) -> i32 {
    (4 * depth * depth + 16 * depth).min(MOST / 5)
}
