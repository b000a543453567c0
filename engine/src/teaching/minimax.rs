//! Minimax with or without alpha-beta pruning; the score is the same.

use super::root::FixedDepthSearch;
use crate::control::SearchControl;
use crate::eval::Evaluator;
use crate::rules::{Move, Piece, Position};
use crate::search::path::Path;
use crate::search::pv::PvTable;
use crate::search::score::{self, DRAW, INFINITE, MAX_PLY, mated_at};
use crate::search::{Arrival, Cause, Entry, Recorder, VisitKind};
use crate::short;

/// A search to a fixed depth that detects mate at the leaf.
pub(super) struct Minimax<'a, T> {
    pub evaluator: &'a mut dyn Evaluator,
    pub control: SearchControl<'a>,
    pub path: Path,
    pub pv: PvTable,
    /// Alpha-beta pruning, with captures first.
    pub prunes: bool,
    pub recorder: T,
}

impl<T: Recorder> Minimax<'_, T> {
    fn leaf(&mut self, position: &Position, ply: usize) -> i32 {
        if position.has_legal_move() {
            self.recorder.explain(Cause::Leaf, 0, 0);
            self.evaluator.evaluate(position)
        } else {
            self.no_move(position, ply)
        }
    }

    fn no_move(&mut self, position: &Position, ply: usize) -> i32 {
        self.recorder.explain(Cause::NoMove, 0, 0);
        mate_or_stalemate(position, ply)
    }

    /// The score of a node that has been entered.
    fn search_node(
        &mut self,
        position: &Position,
        depth: u8,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if ply > 0 && self.path.is_draw(position) {
            self.recorder.explain(Cause::Draw, 0, 0);
            return DRAW;
        }
        if depth == 0 || ply >= MAX_PLY - 1 {
            return self.leaf(position, ply);
        }
        let mut moves = position.legal_moves().to_vec();
        if moves.is_empty() {
            return self.no_move(position, ply);
        }
        let legal = moves.len();
        moves.retain(|&mv| self.path.sees(position, mv));
        let unseen = moves.len() < legal;
        if moves.is_empty() {
            return self.leaf(position, ply);
        }
        if self.prunes {
            short::sort_by_key(&mut moves, |&mv| -mvv_lva(position, mv));
        }
        let mut best = -INFINITE;
        for (order, mv) in moves.into_iter().enumerate() {
            let child = position.play(mv);
            self.path.push(child.key(), mv);
            self.recorder.arrive(Arrival {
                mv: Some(mv),
                kind: VisitKind::Move,
                order,
                reduction: 0,
            });
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
                    let cause = match mv.is_tactical() {
                        true => Cause::Capture,
                        false => Cause::Quiet,
                    };
                    self.recorder.explain(cause, best, beta);
                    break;
                }
            }
        }
        match unseen {
            true => score::without_unseen(best),
            false => best,
        }
    }
}

impl<'a, T: Recorder> FixedDepthSearch<'a> for Minimax<'a, T> {
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

    fn search(&mut self, position: &Position, depth: u8, ply: usize, alpha: i32, beta: i32) -> i32 {
        self.pv.begin(ply);
        if self.control.count_node() {
            return DRAW;
        }
        let entry = Entry {
            depth: depth.into(),
            alpha,
            beta,
            cut: false,
        };
        match ply {
            0 => self.recorder.enter_root(entry),
            _ => self.recorder.enter(entry),
        }
        let score = self.search_node(position, depth, ply, alpha, beta);
        if T::IS_ON && self.control.stop_reason().is_some() {
            self.recorder.explain(Cause::Interrupted, 0, 0);
        }
        self.recorder.leave(score)
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
