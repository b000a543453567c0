//! Material, piece-square tables, mobility and activity of one side's pieces.

use super::attack_info::{AttackInfo, backward, file_of, from_edge};
use super::layout as w;
use super::term_sink::TermSink;
use crate::eval::masks::{
    ADJACENT_FILES, FILES, LIGHT_SQUARES, LONG_DIAGONALS, RANKS, RANKS_AHEAD, pawn_attacks,
    relative_rank,
};
use crate::rules::attacks::{bishop_attacks, bishop_rays, king_attacks, queen_attacks, rook_rays};
use crate::rules::{BitBoard, Color, Piece, Square};

/// Maximum mobility of a trapped rook.
const TRAPPED_SQUARES: usize = 3;
/// Relative ranks of an outpost; a side's first rank is 0.
const OUTPOST_RANKS: std::ops::RangeInclusive<usize> = 3..=5;
/// Files c to f.
const CENTRE_FILES: u64 = FILES[2] | FILES[3] | FILES[4] | FILES[5];

/// Counts the features of one side's pieces and adds their attacks.
pub(super) fn pieces<S: TermSink>(info: &mut AttackInfo<'_>, us: Color, sink: &mut S) {
    for piece in [Piece::Pawn, Piece::King] {
        for square in info.position.colored(us, piece) {
            material_and_square(piece, square, us, sink);
        }
    }
    let zone = info.zone[(!us).index()];
    let beside = king_attacks(info.position.king(!us)).0;
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        for square in info.position.colored(us, piece) {
            material_and_square(piece, square, us, sink);
            let attacks = info.attacks_of(us, piece, square);
            info.add_attacks(us, piece, attacks);
            let squares = (attacks & info.area[us.index()]).count_ones() as usize;
            sink.add(mobility(piece) + squares, 1);
            if attacks & zone != 0 {
                info.attackers[us.index()][piece.index()] += 1;
                info.attacks_beside[us.index()] += (attacks & beside).count_ones() as i32;
            }
            match piece {
                Piece::Knight | Piece::Bishop => minor(info, us, piece, square, sink),
                Piece::Rook => rook(info, us, square, squares, sink),
                _ => queen(info, us, square, sink),
            }
        }
    }
    if info.set(us, Piece::Bishop).count_ones() >= 2 {
        sink.add(w::BISHOP_PAIR, 1);
    }
}

/// Material and piece-square table.
#[inline]
fn material_and_square<S: TermSink>(piece: Piece, square: Square, us: Color, sink: &mut S) {
    let rank = relative_rank(square.index(), us);
    let file = from_edge(square.index() % 8);
    sink.add(w::MATERIAL + piece.index(), 1);
    sink.add(w::TABLES + piece.index() * 32 + rank * 4 + file, 1);
}

fn mobility(piece: Piece) -> usize {
    match piece {
        Piece::Knight => w::KNIGHT_MOBILITY,
        Piece::Bishop => w::BISHOP_MOBILITY,
        Piece::Rook => w::ROOK_MOBILITY,
        _ => w::QUEEN_MOBILITY,
    }
}

fn minor<S: TermSink>(
    info: &AttackInfo<'_>,
    us: Color,
    piece: Piece,
    square: Square,
    sink: &mut S,
) {
    let index = square.index();
    let bit = 1u64 << index;
    let own = info.set(us, Piece::Pawn);
    let theirs = info.set(!us, Piece::Pawn);
    let knight = piece == Piece::Knight;
    let ahead_beside = RANKS_AHEAD[us.index()][index] & ADJACENT_FILES[index % 8];
    if OUTPOST_RANKS.contains(&relative_rank(index, us)) && theirs & ahead_beside == 0 {
        let group = if knight {
            w::KNIGHT_OUTPOST
        } else {
            w::BISHOP_OUTPOST
        };
        let defended = info.attacked_by(us, Piece::Pawn) & bit != 0;
        sink.add(group + usize::from(defended), 1);
    }
    if backward(own | theirs, us) & bit != 0 {
        sink.add(w::BEHIND_PAWN + usize::from(!knight), 1);
    }
    if !knight {
        bishop(info, us, square, sink);
    }
}

fn bishop<S: TermSink>(info: &AttackInfo<'_>, us: Color, square: Square, sink: &mut S) {
    let bit = 1u64 << square.index();
    let own = info.set(us, Piece::Pawn);
    let pawns = info.position.pieces(Piece::Pawn);
    let colour = if bit & LIGHT_SQUARES != 0 {
        LIGHT_SQUARES
    } else {
        !LIGHT_SQUARES
    };
    let same = own & colour;
    let blocked = same & backward(info.position.occupied().0, us);
    sink.add(w::BISHOP_PAWNS, same.count_ones() as i32);
    sink.add(w::BISHOP_BLOCKED_PAWNS, blocked.count_ones() as i32);
    let sees = bishop_attacks(square, pawns).0 | bit;
    if LONG_DIAGONALS
        .iter()
        .any(|&(diagonal, centre)| diagonal & bit != 0 && sees & centre == centre)
    {
        sink.add(w::LONG_DIAGONAL, 1);
    }
}

fn rook<S: TermSink>(
    info: &AttackInfo<'_>,
    us: Color,
    square: Square,
    squares: usize,
    sink: &mut S,
) {
    let index = square.index();
    let file = file_of(index);
    let own = info.set(us, Piece::Pawn);
    let theirs = info.set(!us, Piece::Pawn);
    if own & file == 0 {
        sink.add(w::ROOK_FILE + usize::from(theirs & file == 0), 1);
    } else if squares <= TRAPPED_SQUARES && is_shut_in(info, us, index) {
        sink.add(w::ROOK_TRAPPED, 1);
    }
    let king = info.position.king(!us).index();
    let seventh = if us == Color::White {
        RANKS[6]
    } else {
        RANKS[1]
    };
    if relative_rank(index, us) == 6 && (relative_rank(king, us) == 7 || theirs & seventh != 0) {
        sink.add(w::ROOK_SEVENTH, 1);
    }
}

/// Whether a rook is shut in by its own king, which cannot castle.
fn is_shut_in(info: &AttackInfo<'_>, us: Color, rook: usize) -> bool {
    let king = info.position.king(us).index();
    let (king_file, rook_file) = (king % 8, rook % 8);
    let outside = king_file < 4 && rook_file < king_file || king_file >= 4 && rook_file > king_file;
    outside && king / 8 == rook / 8 && !info.position.castling().any(us)
}

fn queen<S: TermSink>(info: &AttackInfo<'_>, us: Color, square: Square, sink: &mut S) {
    let occupied = info.position.occupied();
    let rooks = info.set(!us, Piece::Rook);
    let bishops = info.set(!us, Piece::Bishop);
    if rooks | bishops == 0 {
        return;
    }
    let seen = queen_attacks(square, occupied).0;
    let behind = queen_attacks(square, BitBoard(occupied.0 & !seen)).0 & !seen;
    if behind & (rooks | bishops) != 0 {
        let straight = rook_rays(square).0 & rooks;
        let slanted = bishop_rays(square).0 & bishops;
        if behind & (straight | slanted) != 0 {
            sink.add(w::QUEEN_FACED, 1);
        }
    }
}

/// Space behind and among the own pawns, scaled by the number of pieces.
pub(super) fn space<S: TermSink>(info: &AttackInfo<'_>, us: Color, sink: &mut S) {
    let camp = match us {
        Color::White => RANKS[1] | RANKS[2] | RANKS[3],
        Color::Black => RANKS[6] | RANKS[5] | RANKS[4],
    };
    let own = info.set(us, Piece::Pawn);
    let safe = CENTRE_FILES & camp & !own & !pawn_attacks(info.set(!us, Piece::Pawn), !us);
    let behind = backward(own, us);
    let behind = behind | backward(behind, us);
    let space = safe.count_ones() + (safe & behind & !info.all[(!us).index()]).count_ones();
    let pieces = info.position.by_color(us).0 & !own;
    sink.add(w::SPACE, (space * pieces.count_ones() / 16) as i32);
}
