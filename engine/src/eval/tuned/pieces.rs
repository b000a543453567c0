//! Material, tables and what each piece does where it stands; one walk over a side's pieces.

use super::layout as w;
use super::ledger::Ledger;
use super::view::{View, backward, file_of, from_edge, pawn_attacks, relative_rank};
use crate::eval::masks::{
    ADJACENT_FILES, FILES, LIGHT_SQUARES, LONG_DIAGONALS, RANKS, RANKS_AHEAD,
};
use crate::rules::attacks::{bishop_attacks, bishop_rays, king_attacks, queen_attacks, rook_rays};
use crate::rules::{BitBoard, Color, Piece, Square};

/// A rook with no more squares than this is trapped if its own king is why.
const TRAPPED_SQUARES: usize = 3;
/// Ranks of an outpost, the side's own first rank is 0.
const OUTPOST_RANKS: std::ops::RangeInclusive<usize> = 3..=5;
/// Files c to f.
const CENTRE_FILES: u64 = FILES[2] | FILES[3] | FILES[4] | FILES[5];

/// Walks over one side's pieces and takes down what they attack.
pub(super) fn pieces<L: Ledger>(view: &mut View<'_>, us: Color, ledger: &mut L) {
    for piece in [Piece::Pawn, Piece::King] {
        for square in view.position.colored(us, piece) {
            stand(piece, square, us, ledger);
        }
    }
    let zone = view.zone[(!us).index()];
    let beside = king_attacks(view.position.king(!us)).0;
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        for square in view.position.colored(us, piece) {
            stand(piece, square, us, ledger);
            let attacks = view.reach(us, piece, square);
            view.mark(us, piece, attacks);
            let squares = (attacks & view.area[us.index()]).count_ones() as usize;
            ledger.add(mobility(piece) + squares, 1);
            if attacks & zone != 0 {
                view.attackers[us.index()][piece.index()] += 1;
                view.attacks_beside[us.index()] += (attacks & beside).count_ones() as i32;
            }
            match piece {
                Piece::Knight | Piece::Bishop => minor(view, us, piece, square, ledger),
                Piece::Rook => rook(view, us, square, squares, ledger),
                _ => queen(view, us, square, ledger),
            }
        }
    }
    if view.set(us, Piece::Bishop).count_ones() >= 2 {
        ledger.add(w::BISHOP_PAIR, 1);
    }
}

/// A piece's price and place.
#[inline]
fn stand<L: Ledger>(piece: Piece, square: Square, us: Color, ledger: &mut L) {
    let rank = relative_rank(square.index(), us);
    let file = from_edge(square.index() % 8);
    ledger.add(w::MATERIAL + piece.index(), 1);
    ledger.add(w::TABLES + piece.index() * 32 + rank * 4 + file, 1);
}

fn mobility(piece: Piece) -> usize {
    match piece {
        Piece::Knight => w::KNIGHT_MOBILITY,
        Piece::Bishop => w::BISHOP_MOBILITY,
        Piece::Rook => w::ROOK_MOBILITY,
        _ => w::QUEEN_MOBILITY,
    }
}

fn minor<L: Ledger>(view: &View<'_>, us: Color, piece: Piece, square: Square, ledger: &mut L) {
    let index = square.index();
    let bit = 1u64 << index;
    let own = view.set(us, Piece::Pawn);
    let theirs = view.set(!us, Piece::Pawn);
    let knight = piece == Piece::Knight;
    let ahead_beside = RANKS_AHEAD[us.index()][index] & ADJACENT_FILES[index % 8];
    if OUTPOST_RANKS.contains(&relative_rank(index, us)) && theirs & ahead_beside == 0 {
        let group = if knight {
            w::KNIGHT_OUTPOST
        } else {
            w::BISHOP_OUTPOST
        };
        let defended = view.attacked_by(us, Piece::Pawn) & bit != 0;
        ledger.add(group + usize::from(defended), 1);
    }
    if backward(own | theirs, us) & bit != 0 {
        ledger.add(w::BEHIND_PAWN + usize::from(!knight), 1);
    }
    if !knight {
        bishop(view, us, square, ledger);
    }
}

fn bishop<L: Ledger>(view: &View<'_>, us: Color, square: Square, ledger: &mut L) {
    let bit = 1u64 << square.index();
    let own = view.set(us, Piece::Pawn);
    let pawns = view.position.pieces(Piece::Pawn);
    let colour = if bit & LIGHT_SQUARES != 0 {
        LIGHT_SQUARES
    } else {
        !LIGHT_SQUARES
    };
    let same = own & colour;
    let blocked = same & backward(view.position.occupied().0, us);
    ledger.add(w::BISHOP_PAWNS, same.count_ones() as i32);
    ledger.add(w::BISHOP_BLOCKED_PAWNS, blocked.count_ones() as i32);
    let sees = bishop_attacks(square, pawns).0 | bit;
    if LONG_DIAGONALS
        .iter()
        .any(|&(diagonal, centre)| diagonal & bit != 0 && sees & centre == centre)
    {
        ledger.add(w::LONG_DIAGONAL, 1);
    }
}

fn rook<L: Ledger>(view: &View<'_>, us: Color, square: Square, squares: usize, ledger: &mut L) {
    let index = square.index();
    let file = file_of(index);
    let own = view.set(us, Piece::Pawn);
    let theirs = view.set(!us, Piece::Pawn);
    if own & file == 0 {
        ledger.add(w::ROOK_FILE + usize::from(theirs & file == 0), 1);
    } else if squares <= TRAPPED_SQUARES && is_shut_in(view, us, index) {
        ledger.add(w::ROOK_TRAPPED, 1);
    }
    let king = view.position.king(!us).index();
    let seventh = if us == Color::White {
        RANKS[6]
    } else {
        RANKS[1]
    };
    if relative_rank(index, us) == 6 && (relative_rank(king, us) == 7 || theirs & seventh != 0) {
        ledger.add(w::ROOK_SEVENTH, 1);
    }
}

/// Whether the own king stands between a rook and the middle, and may not castle any more.
fn is_shut_in(view: &View<'_>, us: Color, rook: usize) -> bool {
    let king = view.position.king(us).index();
    let (king_file, rook_file) = (king % 8, rook % 8);
    let outside = king_file < 4 && rook_file < king_file || king_file >= 4 && rook_file > king_file;
    outside && king / 8 == rook / 8 && !view.position.castling().any(us)
}

fn queen<L: Ledger>(view: &View<'_>, us: Color, square: Square, ledger: &mut L) {
    let occupied = view.position.occupied();
    let rooks = view.set(!us, Piece::Rook);
    let bishops = view.set(!us, Piece::Bishop);
    if rooks | bishops == 0 {
        return;
    }
    let seen = queen_attacks(square, occupied).0;
    let behind = queen_attacks(square, BitBoard(occupied.0 & !seen)).0 & !seen;
    if behind & (rooks | bishops) != 0 {
        let straight = rook_rays(square).0 & rooks;
        let slanted = bishop_rays(square).0 & bishops;
        if behind & (straight | slanted) != 0 {
            ledger.add(w::QUEEN_FACED, 1);
        }
    }
}

/// Room behind and among the own pawns, while there are pieces to use it.
pub(super) fn space<L: Ledger>(view: &View<'_>, us: Color, ledger: &mut L) {
    let camp = match us {
        Color::White => RANKS[1] | RANKS[2] | RANKS[3],
        Color::Black => RANKS[6] | RANKS[5] | RANKS[4],
    };
    let own = view.set(us, Piece::Pawn);
    let safe = CENTRE_FILES & camp & !own & !pawn_attacks(view.set(!us, Piece::Pawn), !us);
    let behind = backward(own, us);
    let behind = behind | backward(behind, us);
    let room = safe.count_ones() + (safe & behind & !view.all[(!us).index()]).count_ones();
    let pieces = view.position.by_color(us).0 & !own;
    // Room is for those who have to share it: counted in sixteenths of it, by the pieces.
    ledger.add(w::SPACE, (room * pieces.count_ones() / 16) as i32);
}
