//! Pawn structure and passed pawns.

use super::weights as w;
use crate::eval::Tapered;
use crate::eval::masks::{ADJACENT_FILES, FILES, PASSED_SPAN, RANKS_AHEAD, distance};
use crate::rules::{Color, Piece, Position};

const NOT_FILE_A: u64 = !FILES[0];
const NOT_FILE_H: u64 = !FILES[7];

/// All squares attacked by these pawns.
pub(super) fn attacks(pawns: u64, us: Color) -> u64 {
    match us {
        Color::White => ((pawns & NOT_FILE_A) << 7) | ((pawns & NOT_FILE_H) << 9),
        Color::Black => ((pawns & NOT_FILE_A) >> 9) | ((pawns & NOT_FILE_H) >> 7),
    }
}

/// One side's pawn structure without its passed pawns.
pub(super) fn structure(position: &Position, us: Color) -> Tapered {
    let own = position.colored(us, Piece::Pawn).0;
    let theirs = position.colored(!us, Piece::Pawn).0;
    let defended = attacks(own, us);
    let controlled = attacks(theirs, !us);
    let beside = ((own & NOT_FILE_A) >> 1) | ((own & NOT_FILE_H) << 1);
    let mut score = Tapered::default();
    for pawn in position.colored(us, Piece::Pawn) {
        let square = pawn.index();
        let neighbours = own & ADJACENT_FILES[square % 8];
        let bit = 1u64 << square;
        if own & FILES[square % 8] & RANKS_AHEAD[us.index()][square] != 0 {
            score += w::DOUBLED;
        }
        if neighbours == 0 {
            score += w::ISOLATED;
        } else if (defended | beside) & bit != 0 {
            score += w::SUPPORTED;
        } else if neighbours & !RANKS_AHEAD[us.index()][square] == 0
            && controlled & next(square, us) != 0
        {
            score += w::BACKWARD;
        }
    }
    score
}

/// One side's passed pawns.
pub(super) fn passed(position: &Position, us: Color) -> Tapered {
    let own = position.colored(us, Piece::Pawn).0;
    let theirs = position.colored(!us, Piece::Pawn).0;
    let own_king = position.king(us).index();
    let enemy_king = position.king(!us).index();
    let mut score = Tapered::default();
    for pawn in position.colored(us, Piece::Pawn) {
        let square = pawn.index();
        let ahead = RANKS_AHEAD[us.index()][square];
        if theirs & PASSED_SPAN[us.index()][square] != 0 || own & ahead & FILES[square % 8] != 0 {
            continue;
        }
        let rank = relative_rank(square, us);
        let stop = next(square, us).trailing_zeros() as usize;
        score += w::PASSED[rank];
        score.endgame += w::PASSED_ROAD[rank]
            * (w::PASSED_ENEMY_KING * distance(enemy_king, stop)
                + w::PASSED_OWN_KING * distance(own_king, stop));
        if position.occupied().0 & (1 << stop) != 0 {
            score += w::PASSED_BLOCKED * w::PASSED_ROAD[rank];
        }
    }
    score
}

/// The square ahead of a pawn, as a set. A pawn never stands on the last rank.
fn next(square: usize, us: Color) -> u64 {
    match us {
        Color::White => 1 << (square + 8),
        Color::Black => 1 << (square - 8),
    }
}

/// 0 is the side's own first rank.
pub(super) fn relative_rank(square: usize, us: Color) -> usize {
    match us {
        Color::White => square / 8,
        Color::Black => 7 - square / 8,
    }
}
