//! Minimax, with or without pruning: the same value either way, at a different price.

use super::deepen::Stage;
use crate::eval::Evaluator;
use crate::rules::{Move, Piece, Position};
use crate::search::path::Path;
use crate::search::pv::PvTable;
use crate::search::score::{DRAW, INFINITE, MAX_PLY, mated_at};
use crate::search::watch::Watch;
use crate::short;

/// A plain search to a fixed depth; a mate is seen at the leaf.
pub(super) struct Minimax<'a> {
    pub evaluator: &'a mut dyn Evaluator,
    pub watch: Watch<'a>,
    pub path: Path,
    pub pv: PvTable,
    /// Whether moves that cannot matter any more are left out (alpha-beta), captures first.
    pub prunes: bool,
}

impl Minimax<'_> {
    fn leaf(&mut self, position: &Position, ply: usize) -> i32 {
        if position.has_legal_move() {
            self.evaluator.evaluate(position)
        } else {
            without_moves(position, ply)
        }
    }
}

impl<'a> Stage<'a> for Minimax<'a> {
    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.watch
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
        if self.watch.visit() || ply > 0 && self.path.is_draw(position) {
            return DRAW;
        }
        if depth == 0 || ply >= MAX_PLY - 1 {
            return self.leaf(position, ply);
        }
        let mut moves = position.legal_moves().to_vec();
        if moves.is_empty() {
            return without_moves(position, ply);
        }
        if self.prunes {
            short::sort_by_key(&mut moves, |&mv| -capture_value(position, mv));
        }
        let mut best = -INFINITE;
        for mv in moves {
            let child = position.play(mv);
            self.path.push(child.key());
            let value = -self.search(&child, depth - 1, ply + 1, -beta, -alpha);
            self.path.pop();
            if self.watch.over().is_some() {
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

/// Mate or stalemate.
pub(super) fn without_moves(position: &Position, ply: usize) -> i32 {
    if position.in_check() {
        mated_at(ply)
    } else {
        DRAW
    }
}

/// The order of captures: the most valuable victim first, and of equal ones the least valuable
/// attacker (MVV-LVA); 0 for other moves but promotions.
pub(super) fn capture_value(position: &Position, mv: Move) -> i32 {
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
