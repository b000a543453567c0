//! Minimax with or without alpha-beta pruning; the score is the same.

use super::root::FixedDepthSearch;
use crate::control::SearchControl;
use crate::eval::Evaluator;
use crate::rules::{Move, Piece, Position};
use crate::search::path::Path;
use crate::search::pv::PvTable;
use crate::search::score::{DRAW, INFINITE, MAX_PLY, mated_at};
use crate::short;

/// A search to a fixed depth that detects mate at the leaf.
pub(super) struct Minimax<'a> {
    pub evaluator: &'a mut dyn Evaluator,
    pub control: SearchControl<'a>,
    pub path: Path,
    pub pv: PvTable,
    /// Alpha-beta pruning, with captures first.
    pub prunes: bool,
}

impl Minimax<'_> {
    fn leaf(&mut self, position: &Position, ply: usize) -> i32 {
        if position.has_legal_move() {
            self.evaluator.evaluate(position)
        } else {
            mate_or_stalemate(position, ply)
        }
    }
}

impl<'a> FixedDepthSearch<'a> for Minimax<'a> {
    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.control
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluator.evaluate(position)
    }

    fn path(&mut self) -> &mut Path {
        &mut self.path
    }

    fn line(&self, ply: usize) -> Vec<Move> {
        self.pv.line(ply)
    }

    fn search(
        &mut self,
        position: &Position,
        depth: u8,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.pv.begin(ply);
        if self.control.count_node() || ply > 0 && self.path.is_draw(position) {
            return DRAW;
        }
        if depth == 0 || ply >= MAX_PLY - 1 {
            return self.leaf(position, ply);
        }
        let mut moves = position.legal_moves().to_vec();
        if moves.is_empty() {
            return mate_or_stalemate(position, ply);
        }
        if self.prunes {
            short::sort_by_key(&mut moves, |&mv| -mvv_lva(position, mv));
        }
        let mut best = -INFINITE;
        for mv in moves {
            let child = position.play(mv);
            self.path.push(child.key());
            let value = -self.search(&child, depth - 1, ply + 1, -beta, -alpha);
            self.path.pop();
            if self.control.stop_reason().is_some() {
                return DRAW;
            }
            if value > best {
                best = value;
                self.pv.extend(ply, mv);
            }
            if self.prunes {
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// The score of a position without legal moves.
pub(super) fn mate_or_stalemate(position: &Position, ply: usize) -> i32 {
    if position.in_check() {
        mated_at(ply)
    } else {
        DRAW
    }
}

/// MVV-LVA: most valuable victim, then least valuable attacker; 0 for quiet moves but promotions.
pub(super) fn mvv_lva(position: &Position, mv: Move) -> i32 {
    let victim = match position.piece_at(mv.to()) {
        Some((_, piece)) => 1 + piece.index() as i32,
        None if mv.is_en_passant() => 1 + Piece::Pawn.index() as i32,
        None => 0,
    };
    let attacker = position
        .piece_at(mv.from())
        .map_or(0, |(_, piece)| piece.index() as i32);
    let promoted = mv.promotion().map_or(0, |piece| piece.index() as i32);
    match victim + promoted {
        0 => 0,
        gain => 8 * gain - attacker,
    }
}
