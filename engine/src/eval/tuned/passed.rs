//! Passed pawns.

use super::attack_info::{AttackInfo, file_of, forward};
use super::layout as w;
use super::term_sink::TermSink;
use crate::eval::masks::{RANKS_AHEAD, distance, relative_rank};
use crate::rules::attacks::rook_attacks;
use crate::rules::{BitBoard, Color, Piece};

/// Weight of the kings' distance by the pawn's rank.
const KING_DISTANCE_WEIGHT: [i32; 8] = [0, 0, 0, 1, 2, 3, 4, 0];

/// Counts the features of one side's passed pawns.
pub(super) fn passed<S: TermSink>(info: &AttackInfo<'_>, us: Color, passed: u64, sink: &mut S) {
    let position = info.position;
    let occupied = position.occupied().0;
    let their_attacks = info.all[(!us).index()];
    let own_king = position.king(us).index();
    let enemy_king = position.king(!us).index();
    for pawn in BitBoard(passed & info.set(us, Piece::Pawn)) {
        let square = pawn.index();
        let rank = relative_rank(square, us);
        let stop_set = forward(1 << square, us);
        let stop = stop_set.trailing_zeros() as usize;
        let way = RANKS_AHEAD[us.index()][square] & file_of(square);
        let weight = KING_DISTANCE_WEIGHT[rank];
        if weight > 0 {
            let steps = |king: usize| distance(king, stop) as usize;
            sink.add(w::PASSED_OWN_KING + steps(own_king), weight);
            sink.add(w::PASSED_ENEMY_KING + steps(enemy_king), weight);
        }
        if occupied & stop_set != 0 {
            sink.add(w::PASSED_BLOCKED + rank, 1);
        } else if way & (occupied | their_attacks) == 0 {
            sink.add(w::PASSED_CLEAR + rank, 1);
        } else if their_attacks & stop_set == 0 {
            sink.add(w::PASSED_SAFE + rank, 1);
        }
        if info.all[us.index()] & stop_set != 0 {
            sink.add(w::PASSED_DEFENDED + rank, 1);
        }
        let behind = rook_attacks(pawn, BitBoard(occupied)).0 & file_of(square) & !way;
        for (place, side) in [us, !us].into_iter().enumerate() {
            if behind & info.set(side, Piece::Rook) != 0 {
                sink.add(w::PASSED_ROOK + place, 1);
            }
        }
        if is_unstoppable(info, us, square, way) {
            sink.add(w::UNSTOPPABLE, 1);
        }
    }
}

/// Whether a pawn cannot be stopped: the enemy has no pieces, its king is outside the square of the
/// pawn, and the path is free.
fn is_unstoppable(info: &AttackInfo<'_>, us: Color, square: usize, way: u64) -> bool {
    let them = !us;
    let plain = info.set(them, Piece::Pawn) | info.set(them, Piece::King);
    if info.position.by_color(them).0 != plain || info.position.occupied().0 & way != 0 {
        return false;
    }
    let queening = match us {
        Color::White => 56 + square % 8,
        Color::Black => square % 8,
    };
    // A pawn on its second rank makes two steps at once.
    let steps = (7 - relative_rank(square, us).max(2)) as i32;
    let tempo = i32::from(info.position.side_to_move() == them);
    distance(info.position.king(them).index(), queening) - tempo > steps
}
