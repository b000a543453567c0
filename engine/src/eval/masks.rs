//! Bitboards for the evaluation, computed at compile time, and geometry of the board.
//!
//! Plain `u64` with a1 = bit 0, as in `BitBoard`; indexed by colour and square.

use crate::rules::Color;

const fn file_mask(file: usize) -> u64 {
    0x0101_0101_0101_0101 << file
}

/// The eight files, a first.
pub(super) const FILES: [u64; 8] = {
    let mut files = [0; 8];
    let mut file = 0;
    while file < 8 {
        files[file] = file_mask(file);
        file += 1;
    }
    files
};

/// The eight ranks, White's first one first.
pub(super) const RANKS: [u64; 8] = {
    let mut ranks = [0; 8];
    let mut rank = 0;
    while rank < 8 {
        ranks[rank] = 0xff << (8 * rank);
        rank += 1;
    }
    ranks
};

pub(super) const NOT_FILE_A: u64 = !FILES[0];
pub(super) const NOT_FILE_H: u64 = !FILES[7];

/// Each long diagonal with its two centre squares.
pub(super) const LONG_DIAGONALS: [(u64, u64); 2] = [
    (0x8040_2010_0804_0201, 0x0000_0010_0800_0000),
    (0x0102_0408_1020_4080, 0x0000_0008_1000_0000),
];

/// The files beside each file.
pub(super) const ADJACENT_FILES: [u64; 8] = {
    let mut adjacent = [0; 8];
    let mut file = 0;
    while file < 8 {
        if file > 0 {
            adjacent[file] |= file_mask(file - 1);
        }
        if file < 7 {
            adjacent[file] |= file_mask(file + 1);
        }
        file += 1;
    }
    adjacent
};

/// All ranks ahead of a square, from White's and from Black's side.
pub(super) static RANKS_AHEAD: [[u64; 64]; 2] = {
    let mut ahead = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let rank = square / 8;
        ahead[0][square] = if rank == 7 {
            0
        } else {
            u64::MAX << (8 * (rank + 1))
        };
        ahead[1][square] = if rank == 0 {
            0
        } else {
            u64::MAX >> (8 * (8 - rank))
        };
        square += 1;
    }
    ahead
};

/// The squares where an enemy pawn keeps a pawn from being passed: ahead of it on its own and the
/// adjacent files.
pub(super) static PASSED_SPAN: [[u64; 64]; 2] = {
    let mut span = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let files = FILES[square % 8] | ADJACENT_FILES[square % 8];
        span[0][square] = RANKS_AHEAD[0][square] & files;
        span[1][square] = RANKS_AHEAD[1][square] & files;
        square += 1;
    }
    span
};

/// The up to three squares directly in front of a king.
pub(super) static KING_SHIELD: [[u64; 64]; 2] = {
    let mut shield = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let rank = square / 8;
        let files = FILES[square % 8] | ADJACENT_FILES[square % 8];
        if rank < 7 {
            shield[0][square] = files & (0xff << (8 * (rank + 1)));
        }
        if rank > 0 {
            shield[1][square] = files & (0xff << (8 * (rank - 1)));
        }
        square += 1;
    }
    shield
};

/// Squares of the light colour.
pub(super) const LIGHT_SQUARES: u64 = 0x55aa_55aa_55aa_55aa;

/// King moves between two squares.
pub(super) fn distance(a: usize, b: usize) -> i32 {
    let files = (a % 8).abs_diff(b % 8);
    let ranks = (a / 8).abs_diff(b / 8);
    files.max(ranks) as i32
}

/// Manhattan distance from a square to the nearest centre square: 0 to 6.
pub(super) fn centre_distance(square: usize) -> i32 {
    let from_middle = |line: usize| if line < 4 { 3 - line } else { line - 4 };
    (from_middle(square % 8) + from_middle(square / 8)) as i32
}

/// The squares these pawns attack towards file a and towards file h.
pub(super) fn pawn_wings(pawns: u64, us: Color) -> (u64, u64) {
    match us {
        Color::White => ((pawns & NOT_FILE_A) << 7, (pawns & NOT_FILE_H) << 9),
        Color::Black => ((pawns & NOT_FILE_A) >> 9, (pawns & NOT_FILE_H) >> 7),
    }
}

/// All squares attacked by these pawns.
pub(super) fn pawn_attacks(pawns: u64, us: Color) -> u64 {
    let (left, right) = pawn_wings(pawns, us);
    left | right
}

/// 0 is the side's own first rank.
#[inline]
pub(super) fn relative_rank(square: usize, us: Color) -> usize {
    match us {
        Color::White => square / 8,
        Color::Black => 7 - square / 8,
    }
}
