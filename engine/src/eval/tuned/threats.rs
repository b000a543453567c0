//! Pieces under attack, or soon to be.

use super::layout as w;
use super::ledger::Ledger;
use super::view::{View, forward, pawn_attacks};
use crate::eval::masks::RANKS;
use crate::rules::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::rules::{BitBoard, Color, Piece};

/// Credits one side with the enemy pieces that it attacks or soon will.
pub(super) fn threats<L: Ledger>(view: &View<'_>, us: Color, ledger: &mut L) {
    let them = !us;
    let ours = view.all[us.index()];
    let theirs = view.all[them.index()];
    let count = |set: u64| set.count_ones() as i32;
    let their_pawns = view.set(them, Piece::Pawn);
    let by_their_pawns = view.attacked_by(them, Piece::Pawn);
    let pieces = view.position.by_color(them).0 & !their_pawns & !view.set(them, Piece::King);
    // Well defended: by a pawn, or twice where we attack once.
    let strong = by_their_pawns | view.twice[them.index()] & !view.twice[us.index()];
    let weak = (pieces | their_pawns) & ours & !strong;

    let by_pawn = view.attacked_by(us, Piece::Pawn) & pieces;
    let by_minor = view.attacked_by(us, Piece::Knight) | view.attacked_by(us, Piece::Bishop);
    let by_rook = view.attacked_by(us, Piece::Rook);
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
        let set = view.set(them, piece);
        if piece != Piece::Pawn {
            ledger.add(w::BY_PAWN + place - 1, count(by_pawn & set));
        }
        let minor_targets = if place == 0 {
            set & !by_their_pawns
        } else {
            set
        };
        ledger.add(w::BY_MINOR + place, count(by_minor & minor_targets));
        let rook_targets = if place == 4 { set } else { set & weak };
        ledger.add(w::BY_ROOK + place, count(by_rook & rook_targets));
    }
    ledger.add(w::BY_KING, count(view.attacked_by(us, Piece::King) & weak));
    let on_move = usize::from(view.position.side_to_move() == us);
    ledger.add(w::HANGING + on_move, count(pieces & ours & !theirs));
    ledger.add(w::BY_PUSH, count(pushes(view, us) & pieces & !by_pawn));
    queen_hunt(view, us, ledger);
    let restricted = theirs & ours & !strong;
    ledger.add(w::RESTRICTED, count(restricted));
}

/// What our pawns would attack after a step to a square where they are safe.
fn pushes(view: &View<'_>, us: Color) -> u64 {
    let free = !view.position.occupied().0;
    let third = match us {
        Color::White => RANKS[2],
        Color::Black => RANKS[5],
    };
    let single = forward(view.set(us, Piece::Pawn), us) & free;
    let double = forward(single & third, us) & free;
    let them = !us;
    let defended = view.all[us.index()] | !view.all[them.index()];
    let safe = (single | double) & !view.attacked_by(them, Piece::Pawn) & defended;
    pawn_attacks(safe, us)
}

/// Safe squares from which the only enemy queen would be attacked.
fn queen_hunt<L: Ledger>(view: &View<'_>, us: Color, ledger: &mut L) {
    let them = !us;
    let queens = BitBoard(view.set(them, Piece::Queen));
    let Some(queen) = queens.into_iter().next().filter(|_| queens.len() == 1) else {
        return;
    };
    let safe = !view.all[them.index()] & view.area[us.index()];
    let occupied = view.position.occupied();
    let knights = knight_attacks(queen).0 & view.attacked_by(us, Piece::Knight) & safe;
    let twice = view.twice[us.index()];
    let lines = bishop_attacks(queen, occupied).0 & view.attacked_by(us, Piece::Bishop)
        | rook_attacks(queen, occupied).0 & view.attacked_by(us, Piece::Rook);
    ledger.add(w::QUEEN_HUNT, knights.count_ones() as i32);
    ledger.add(
        w::QUEEN_HUNT + 1,
        (lines & safe & twice).count_ones() as i32,
    );
}
