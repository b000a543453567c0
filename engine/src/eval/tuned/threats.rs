//! Threats against enemy pieces.

use super::attack_info::{AttackInfo, forward};
use super::layout as w;
use super::term_sink::TermSink;
use crate::eval::masks::{RANKS, pawn_attacks};
use crate::rules::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::rules::{BitBoard, Color, Piece};

/// Counts one side's threats.
pub(super) fn threats<S: TermSink>(info: &AttackInfo<'_>, us: Color, sink: &mut S) {
    let them = !us;
    let ours = info.all[us.index()];
    let theirs = info.all[them.index()];
    let count = |set: u64| set.count_ones() as i32;
    let their_pawns = info.set(them, Piece::Pawn);
    let by_their_pawns = info.attacked_by(them, Piece::Pawn);
    let pieces = info.position.by_color(them).0 & !their_pawns & !info.set(them, Piece::King);
    // Well defended: by a pawn, or twice where attacked once.
    let strong = by_their_pawns | info.twice[them.index()] & !info.twice[us.index()];
    let weak = (pieces | their_pawns) & ours & !strong;

    let by_pawn = info.attacked_by(us, Piece::Pawn) & pieces;
    let by_minor = info.attacked_by(us, Piece::Knight) | info.attacked_by(us, Piece::Bishop);
    let by_rook = info.attacked_by(us, Piece::Rook);
    for (place, piece) in [
        Piece::Pawn,
        Piece::Knight,
        Piece::Bishop,
        Piece::Rook,
        Piece::Queen,
    ]
    .into_iter()
    .enumerate()
    {
        let set = info.set(them, piece);
        if piece != Piece::Pawn {
            sink.add(w::BY_PAWN + place - 1, count(by_pawn & set));
        }
        let minor_targets = if place == 0 {
            set & !by_their_pawns
        } else {
            set
        };
        sink.add(w::BY_MINOR + place, count(by_minor & minor_targets));
        let rook_targets = if place == 4 { set } else { set & weak };
        sink.add(w::BY_ROOK + place, count(by_rook & rook_targets));
    }
    sink.add(w::BY_KING, count(info.attacked_by(us, Piece::King) & weak));
    let on_move = usize::from(info.position.side_to_move() == us);
    sink.add(w::HANGING + on_move, count(pieces & ours & !theirs));
    sink.add(w::BY_PUSH, count(pushes(info, us) & pieces & !by_pawn));
    queen_hunt(info, us, sink);
    let restricted = theirs & ours & !strong;
    sink.add(w::RESTRICTED, count(restricted));
}

/// The squares that pawns of `us` attack after a safe push.
fn pushes(info: &AttackInfo<'_>, us: Color) -> u64 {
    let free = !info.position.occupied().0;
    let third = match us {
        Color::White => RANKS[2],
        Color::Black => RANKS[5],
    };
    let single = forward(info.set(us, Piece::Pawn), us) & free;
    let double = forward(single & third, us) & free;
    let them = !us;
    let defended = info.all[us.index()] | !info.all[them.index()];
    let safe = (single | double) & !info.attacked_by(them, Piece::Pawn) & defended;
    pawn_attacks(safe, us)
}

/// Safe squares from which the only enemy queen can be attacked.
fn queen_hunt<S: TermSink>(info: &AttackInfo<'_>, us: Color, sink: &mut S) {
    let them = !us;
    let queens = BitBoard(info.set(them, Piece::Queen));
    let Some(queen) = queens.into_iter().next().filter(|_| queens.len() == 1) else {
        return;
    };
    let safe = !info.all[them.index()] & info.area[us.index()];
    let occupied = info.position.occupied();
    let knights = knight_attacks(queen).0 & info.attacked_by(us, Piece::Knight) & safe;
    let twice = info.twice[us.index()];
    let lines = bishop_attacks(queen, occupied).0 & info.attacked_by(us, Piece::Bishop)
        | rook_attacks(queen, occupied).0 & info.attacked_by(us, Piece::Rook);
    sink.add(w::QUEEN_HUNT, knights.count_ones() as i32);
    sink.add(
        w::QUEEN_HUNT + 1,
        (lines & safe & twice).count_ones() as i32,
    );
}
