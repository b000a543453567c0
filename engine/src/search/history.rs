//! Move ordering statistics: killers, butterfly history, continuation history, capture history.

use arrayvec::ArrayVec;

use super::correction::Corrections;
use super::node::Node;
use super::parameters::Parameters;
use super::piece_to::{PIECE_TO, PieceTo, moved_piece};
use super::quiet_context::QuietContext;
use super::score::MAX_PLY;
use crate::rules::{BitBoard, Color, Move, Piece, Position};

/// Bound of every history score.
const MAX_HISTORY: i32 = 16_384;

/// Values of quiet moves by side, whether origin and target are attacked, origin and target.
type Butterfly = [[[[i16; 64]; 64]; 4]; 2];
/// Structures of pawns that are told apart; a power of two.
const PAWN_STRUCTURES: usize = 256;
/// Values of captures by side, piece, target and victim.
type Captures = [[[[i16; 6]; 64]; 6]; 2];

/// The history tables of one search thread.
pub struct History {
    /// The last two quiet moves that failed high at each ply.
    killers: [[Option<Move>; 2]; MAX_PLY],
    quiet: Box<Butterfly>,
    captures: Box<Captures>,
    /// Scores of quiet moves by the move one, two or four plies before: [`PieceTo`] × [`PieceTo`], with a
    /// row for [`PieceTo::NONE`].
    continuation: Box<[i16]>,
    /// Scores of quiet moves by the pawns: structure × [`PieceTo`].
    pawns: Box<[i16]>,
    pub(super) corrections: Corrections,
}

impl Default for History {
    fn default() -> Self {
        History {
            killers: [[None; 2]; MAX_PLY],
            quiet: Box::new([[[[0; 64]; 64]; 4]; 2]),
            captures: Box::new([[[[0; 6]; 64]; 6]; 2]),
            // Too large for the stack of a browser's worker.
            continuation: vec![0; (PIECE_TO + 1) * PIECE_TO].into_boxed_slice(),
            pawns: vec![0; PAWN_STRUCTURES * PIECE_TO].into_boxed_slice(),
            corrections: Corrections::default(),
        }
    }
}

impl History {
    pub fn clear(&mut self) {
        self.killers = [[None; 2]; MAX_PLY];
        *self.quiet = [[[[0; 64]; 64]; 4]; 2];
        *self.captures = [[[[0; 6]; 64]; 6]; 2];
        self.continuation.fill(0);
        self.pawns.fill(0);
        self.corrections.clear();
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// Butterfly, continuation and pawn history of a quiet move.
    pub(super) fn quiet(&self, position: &Position, context: &QuietContext, mv: Move) -> i32 {
        let us = position.side_to_move().index();
        let played = PieceTo::new(position, mv);
        let after = |earlier: PieceTo| i32::from(self.continuation[cell(earlier, played)]);
        let by_pawns = |pawns| i32::from(self.pawns[pawn_cell(pawns, played)]);
        let attacked = attacked(context.threats, mv);
        i32::from(self.quiet[us][attacked][mv.from().index()][mv.to().index()])
            + after(context.earlier[0])
            + after(context.earlier[1])
            + context.older.map_or(0, |older| after(older) / 2)
            + context.pawns.map_or(0, by_pawns)
    }

    /// Capture history.
    pub(super) fn capture(&self, position: &Position, mv: Move) -> i32 {
        let us = position.side_to_move().index();
        let (piece, victim) = (moved_piece(position, mv), victim(position, mv));
        i32::from(self.captures[us][piece.index()][mv.to().index()][victim.index()])
    }

    /// Rewards `mv`, which failed high, and punishes the moves `tried` before it.
    pub(super) fn update_on_cutoff(
        &mut self,
        parameters: &Parameters,
        node: &Node<'_>,
        mv: Move,
        tried: &Tried,
    ) {
        let &Node {
            position,
            ref context,
            depth,
            ply,
            ..
        } = node;
        let bonus = (parameters.bonus_ply * depth).min(parameters.bonus_max);
        let malus = -(parameters.malus_ply * depth).min(parameters.malus_max);
        if mv.is_tactical() {
            self.update_capture(position, mv, bonus);
        } else {
            let killers = &mut self.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.update_quiet(position, context, mv, bonus);
            for &other in &tried.quiets {
                self.update_quiet(position, context, other, malus);
            }
        }
        for &other in &tried.captures {
            self.update_capture(position, other, malus);
        }
    }

    fn update_quiet(&mut self, position: &Position, context: &QuietContext, mv: Move, bonus: i32) {
        let us: Color = position.side_to_move();
        let played = PieceTo::new(position, mv);
        apply_gravity(
            &mut self.quiet[us.index()][attacked(context.threats, mv)][mv.from().index()]
                [mv.to().index()],
            bonus,
        );
        for earlier in context.earlier.into_iter().chain(context.older) {
            apply_gravity(&mut self.continuation[cell(earlier, played)], bonus);
        }
        if let Some(pawns) = context.pawns {
            apply_gravity(&mut self.pawns[pawn_cell(pawns, played)], bonus);
        }
    }

    fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let us = position.side_to_move().index();
        let (piece, victim) = (moved_piece(position, mv), victim(position, mv));
        apply_gravity(
            &mut self.captures[us][piece.index()][mv.to().index()][victim.index()],
            bonus,
        );
    }
}

/// The index in continuation history of `played` after `earlier`.
fn cell(earlier: PieceTo, played: PieceTo) -> usize {
    earlier.index() * PIECE_TO + played.index()
}

/// Which of four tables: two for whether the origin is attacked, plus one if the target is.
fn attacked(threats: BitBoard, mv: Move) -> usize {
    2 * usize::from(threats.has(mv.from())) + usize::from(threats.has(mv.to()))
}

/// The index in pawn history.
fn pawn_cell(pawns: u16, played: PieceTo) -> usize {
    usize::from(pawns) % PAWN_STRUCTURES * PIECE_TO + played.index()
}

/// Adds `bonus`, scaled down the nearer the score is to its bound ("gravity").
fn apply_gravity(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

/// The captured piece; a pawn for a quiet promotion and en passant.
fn victim(position: &Position, mv: Move) -> Piece {
    position
        .piece_at(mv.to())
        .map_or(Piece::Pawn, |(_, piece)| piece)
}

/// The moves tried at a node before a cutoff: the first 64 quiet ones and 32 captures.
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
        // Moves beyond the capacity are dropped.
        if mv.is_tactical() {
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
            apply_gravity(&mut value, bonus);
            assert!(i32::from(value).abs() <= MAX_HISTORY);
        }
        assert!(value < 0);
    }
}
