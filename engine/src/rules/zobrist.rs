//! The random numbers whose exclusive or is a position's key.

use super::{CastlingRights, Color, Piece, Square};

struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 16],
    en_passant_file: [u64; 8],
    black_to_move: u64,
}

static KEYS: Keys = keys();

/// The key of a piece on a square.
#[inline]
pub(super) fn piece(color: Color, piece: Piece, square: Square) -> u64 {
    KEYS.pieces[color.index()][piece.index()][square.index()]
}

/// The key of a set of castling rights.
#[inline]
pub(super) fn castling(rights: CastlingRights) -> u64 {
    KEYS.castling[usize::from(rights.bits() & 15)]
}

/// The key of an en-passant capture that may be played.
#[inline]
pub(super) fn en_passant(square: Square) -> u64 {
    KEYS.en_passant_file[square.file().index()]
}

/// The key of black being to move.
#[inline]
pub(super) fn black_to_move() -> u64 {
    KEYS.black_to_move
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the next state and its number.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, mixed ^ mixed >> 31)
}

const fn keys() -> Keys {
    let mut keys = Keys {
        pieces: [[[0; 64]; 6]; 2],
        castling: [0; 16],
        en_passant_file: [0; 8],
        black_to_move: 0,
    };
    let mut state = 0x706f_6e64_6572; // "ponder"
    let mut index = 0;
    while index < 2 * 6 * 64 {
        let number;
        (state, number) = split_mix(state);
        keys.pieces[index / 384][index / 64 % 6][index % 64] = number;
        index += 1;
    }
    // A set of rights is the sum of its rights, so that none at all costs nothing.
    let mut right = 1;
    while right < 16 {
        let number;
        (state, number) = split_mix(state);
        let mut set = 0;
        while set < 16 {
            if set & right != 0 {
                keys.castling[set] ^= number;
            }
            set += 1;
        }
        right *= 2;
    }
    let mut file = 0;
    while file < 8 {
        (state, keys.en_passant_file[file]) = split_mix(state);
        file += 1;
    }
    (_, keys.black_to_move) = split_mix(state);
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_keys_are_equal() {
        let mut all = BTreeSet::new();
        let pieces = KEYS.pieces.iter().flatten().flatten();
        let rest = KEYS
            .castling
            .iter()
            .chain(&KEYS.en_passant_file)
            .chain([&KEYS.black_to_move]);
        for key in pieces.chain(rest) {
            assert!(all.insert(key));
        }
    }
}
