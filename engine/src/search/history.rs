//! What worked elsewhere in the tree, for ordering moves: killers, and histories by move, by what
//! was played before it, and of captures by victim.

use arrayvec::ArrayVec;

use super::negamax::Node;
use super::ordering::is_tactical;
use super::score::MAX_PLY;
use crate::rules::{Color, Move, Piece, Position};

/// Bound of every history value; updates pull towards it, so old knowledge fades.
const MOST: i32 = 16_384;
/// What a refutation adds at most, and for each ply; what a failure takes likewise.
const BONUS_MOST: i32 = 1_800;
const BONUS_PLY: i32 = 170;
const MALUS_MOST: i32 = 1_500;
const MALUS_PLY: i32 = 150;
/// Entries of the corrections for each side; a power of two.
const CORRECTIONS: usize = 16_384;
/// Bound of a correction, and what one centipawn of it counts there.
const CORRECTION_MOST: i32 = 1_024;
const CORRECTION_GRAIN: i32 = 10;
/// Sides × pieces × squares, the kinds of [`Played`].
const KINDS: usize = 2 * 6 * 64;

/// Values of quiet moves by side, origin and target.
type Butterfly = [[[i16; 64]; 64]; 2];
/// Values of captures by side, piece, target and victim.
type Captures = [[[[i16; 6]; 64]; 6]; 2];

/// A move as it looks to those after it: which piece of which side went where; or none, after a
/// null move and before the root.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Played(u16);

impl Played {
    pub const NONE: Played = Played(KINDS as u16);

    pub fn new(position: &Position, mv: Move) -> Played {
        let piece = mover(position, mv);
        let side = position.side_to_move().index();
        Played(((side * 6 + piece.index()) * 64 + mv.to().index()) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Played {
    fn default() -> Self {
        Played::NONE
    }
}

/// The last two moves of the line, the opponent's first.
pub(super) type Before = [Played; 2];

/// Everything that is learnt while searching and that orders moves.
pub struct History {
    /// The last two quiet moves that refuted at each ply.
    killers: [[Option<Move>; 2]; MAX_PLY],
    quiet: Box<Butterfly>,
    captures: Box<Captures>,
    /// Values of quiet moves by the move one or two plies before: [`Played`] × [`Played`], with a
    /// row for none.
    continuation: Box<[i16]>,
    /// By side and pawn structure: how far the evaluation was from what the search found.
    corrections: Box<[i16]>,
}

impl Default for History {
    fn default() -> Self {
        History {
            killers: [[None; 2]; MAX_PLY],
            quiet: Box::new([[[0; 64]; 64]; 2]),
            captures: Box::new([[[[0; 6]; 64]; 6]; 2]),
            // Too large for the stack of a browser's worker.
            continuation: vec![0; (KINDS + 1) * KINDS].into_boxed_slice(),
            corrections: vec![0; 2 * CORRECTIONS].into_boxed_slice(),
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers = [[None; 2]; MAX_PLY];
        *self.quiet = [[[0; 64]; 64]; 2];
        *self.captures = [[[[0; 6]; 64]; 6]; 2];
        self.continuation.fill(0);
        self.corrections.fill(0);
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// How often a quiet move was good, here and after the moves before it.
    pub(super) fn quiet(&self, position: &Position, before: Before, mv: Move) -> i32 {
        let us = position.side_to_move().index();
        let played = Played::new(position, mv);
        let after = |earlier: Played| i32::from(self.continuation[cell(earlier, played)]);
        i32::from(self.quiet[us][mv.from().index()][mv.to().index()])
            + after(before[0])
            + after(before[1])
    }

    /// How often a capture was good.
    pub(super) fn capture(&self, position: &Position, mv: Move) -> i32 {
        let us = position.side_to_move().index();
        let (piece, victim) = (mover(position, mv), victim(position, mv));
        i32::from(self.captures[us][piece.index()][mv.to().index()][victim.index()])
    }

    /// `mv` refuted a node where the moves `tried` before it had not.
    pub(super) fn refuted_by(&mut self, node: &Node<'_>, mv: Move, tried: &Tried) {
        let &Node {
            position,
            before,
            depth,
            ply,
            ..
        } = node;
        let bonus = (BONUS_PLY * depth).min(BONUS_MOST);
        let malus = -(MALUS_PLY * depth).min(MALUS_MOST);
        if is_tactical(mv) {
            self.pull_capture(position, mv, bonus);
        } else {
            let killers = &mut self.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.pull_quiet(position, before, mv, bonus);
            for &other in &tried.quiets {
                self.pull_quiet(position, before, other, malus);
            }
        }
        for &other in &tried.captures {
            self.pull_capture(position, other, malus);
        }
    }

    /// Centipawns by which the evaluation errs in positions with these pawns, for the side to
    /// move.
    pub(super) fn correction(&self, position: &Position) -> i32 {
        i32::from(self.corrections[correction_cell(position)]) / CORRECTION_GRAIN
    }

    /// A search of `depth` plies found a score `error` centipawns above the evaluation.
    pub(super) fn correct(&mut self, position: &Position, error: i32, depth: i32) {
        let step = (error * depth / 8).clamp(-CORRECTION_MOST / 4, CORRECTION_MOST / 4);
        let value = &mut self.corrections[correction_cell(position)];
        let old = i32::from(*value);
        *value = (old + step - old * step.abs() / CORRECTION_MOST) as i16;
    }

    fn pull_quiet(&mut self, position: &Position, before: Before, mv: Move, bonus: i32) {
        let us: Color = position.side_to_move();
        let played = Played::new(position, mv);
        pull(
            &mut self.quiet[us.index()][mv.from().index()][mv.to().index()],
            bonus,
        );
        for earlier in before {
            pull(&mut self.continuation[cell(earlier, played)], bonus);
        }
    }

    fn pull_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let us = position.side_to_move().index();
        let (piece, victim) = (mover(position, mv), victim(position, mv));
        pull(
            &mut self.captures[us][piece.index()][mv.to().index()][victim.index()],
            bonus,
        );
    }
}

/// Where the table of continuations keeps `played` after `earlier`.
fn cell(earlier: Played, played: Played) -> usize {
    earlier.index() * KINDS + played.index()
}

fn correction_cell(position: &Position) -> usize {
    let pawns = position.pawn_key() % CORRECTIONS as u64;
    position.side_to_move().index() * CORRECTIONS + pawns as usize
}

/// Moves a value by `bonus`, the less the nearer it is to the bound ("gravity").
fn pull(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}

fn mover(position: &Position, mv: Move) -> Piece {
    position
        .piece_at(mv.from())
        .map_or(Piece::Pawn, |(_, piece)| piece)
}

/// What a capture takes; a pawn where it takes nothing (a promotion) or en passant.
fn victim(position: &Position, mv: Move) -> Piece {
    position
        .piece_at(mv.to())
        .map_or(Piece::Pawn, |(_, piece)| piece)
}

/// The moves tried at a node, for blame; the first 64 quiet ones and 32 captures are enough.
pub(super) struct Tried {
    quiets: ArrayVec<Move, 64>,
    captures: ArrayVec<Move, 32>,
}

impl Tried {
    pub fn new() -> Tried {
        Tried {
            quiets: ArrayVec::new_const(),
            captures: ArrayVec::new_const(),
        }
    }

    pub fn push(&mut self, mv: Move) {
        // What does not fit is left out.
        if is_tactical(mv) {
            self.captures.try_push(mv).ok();
        } else {
            self.quiets.try_push(mv).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_never_leaves_its_bounds() {
        let mut value = 0;
        for bonus in [1_800; 100].into_iter().chain([-1_500; 200]) {
            pull(&mut value, bonus);
            assert!(i32::from(value).abs() <= MOST);
        }
        assert!(value < 0);
    }
}
