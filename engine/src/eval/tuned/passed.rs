//! Passed pawns: how far their way is open, and who helps or stops them.

use super::layout as w;
use super::ledger::Ledger;
use super::view::{View, file_of, forward, relative_rank};
use crate::eval::masks::{RANKS_AHEAD, distance};
use crate::rules::attacks::rook_attacks;
use crate::rules::{BitBoard, Color, Piece};

/// How much the kings' distance matters by the pawn's rank.
const ROAD: [i32; 8] = [0, 0, 0, 1, 2, 3, 4, 0];

/// Credits one side with what its passed pawns have before and behind them.
pub(super) fn passed<L: Ledger>(view: &View<'_>, us: Color, passed: u64, ledger: &mut L) {
    let position = view.position;
    let occupied = position.occupied().0;
    let their_attacks = view.all[(!us).index()];
    let own_king = position.king(us).index();
    let enemy_king = position.king(!us).index();
    for pawn in BitBoard(passed & view.set(us, Piece::Pawn)) {
        let square = pawn.index();
        let rank = relative_rank(square, us);
        let stop_set = forward(1 << square, us);
        let stop = stop_set.trailing_zeros() as usize;
        let way = RANKS_AHEAD[us.index()][square] & file_of(square);
        let road = ROAD[rank];
        if road > 0 {
            let steps = |king: usize| distance(king, stop) as usize;
            ledger.add(w::PASSED_OWN_KING + steps(own_king), road);
            ledger.add(w::PASSED_ENEMY_KING + steps(enemy_king), road);
        }
        if occupied & stop_set != 0 {
            ledger.add(w::PASSED_BLOCKED + rank, 1);
        } else if way & (occupied | their_attacks) == 0 {
            ledger.add(w::PASSED_CLEAR + rank, 1);
        } else if their_attacks & stop_set == 0 {
            ledger.add(w::PASSED_SAFE + rank, 1);
        }
        if view.all[us.index()] & stop_set != 0 {
            ledger.add(w::PASSED_DEFENDED + rank, 1);
        }
        let behind = rook_attacks(pawn, BitBoard(occupied)).0 & file_of(square) & !way;
        for (place, side) in [us, !us].into_iter().enumerate() {
            if behind & view.set(side, Piece::Rook) != 0 {
                ledger.add(w::PASSED_ROOK + place, 1);
            }
        }
        if is_unstoppable(view, us, square, way) {
            ledger.add(w::UNSTOPPABLE, 1);
        }
    }
}

/// Whether nobody can catch a pawn: the enemy has no pieces, its king is outside the square, and
/// nothing stands in the way.
fn is_unstoppable(view: &View<'_>, us: Color, square: usize, way: u64) -> bool {
    let them = !us;
    let plain = view.set(them, Piece::Pawn) | view.set(them, Piece::King);
    if view.position.by_color(them).0 != plain || view.position.occupied().0 & way != 0 {
        return false;
    }
    let queening = match us {
        Color::White => 56 + square % 8,
        Color::Black => square % 8,
    };
    // A pawn on its second rank makes two steps at once.
    let steps = (7 - relative_rank(square, us).max(2)) as i32;
    let tempo = i32::from(view.position.side_to_move() == them);
    distance(view.position.king(them).index(), queening) - tempo > steps
}
