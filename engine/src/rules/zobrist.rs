//! Zobrist keys.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{CastlingRights, Color, Piece, Square};

/// By side, piece and square. Filled at run time, so that the wasm file does not contain
/// incompressible numbers.
static PIECES: [AtomicU64; PIECE_KEYS] = [const { AtomicU64::new(0) }; PIECE_KEYS];
const PIECE_KEYS: usize = 2 * 6 * 64;

struct Keys {
    castling: [u64; 16],
    en_passant_file: [u64; 8],
    black_to_move: u64,
}

static KEYS: Keys = keys();

/// The key of a piece on a square.
#[inline]
pub(super) fn piece(color: Color, piece: Piece, square: Square) -> u64 {
    PIECES[(color.index() * 6 + piece.index()) * 64 + square.index()].load(Relaxed)
}

/// Fills the pieces' keys; must run before the first position.
pub(super) fn fill() {
    let mut state = SEED;
    for key in &PIECES {
        let number;
        (state, number) = split_mix(state);
        key.store(number, Relaxed);
    }
}

/// The key of a set of castling rights.
#[inline]
pub(super) fn castling(rights: CastlingRights) -> u64 {
    KEYS.castling[usize::from(rights.bits() & 15)]
}

/// The key of a legal en-passant capture.
#[inline]
pub(super) fn en_passant(square: Square) -> u64 {
    KEYS.en_passant_file[square.file().index()]
}

/// The key of black being to move.
#[inline]
pub(super) fn black_to_move() -> u64 {
    KEYS.black_to_move
}

/// The increment of SplitMix64's state.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64 (Steele, Lea and Flood, 2014): the next state and its number.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(STEP);
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, mixed ^ mixed >> 31)
}

const SEED: u64 = 0x706f_6e64_6572; // "ponder"

const fn keys() -> Keys {
    let mut keys = Keys {
        castling: [0; 16],
        en_passant_file: [0; 8],
        black_to_move: 0,
    };
    // The numbers before are the pieces'.
    let mut state = SEED.wrapping_add(STEP.wrapping_mul(PIECE_KEYS as u64));
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
        fill();
        let pieces = PIECES.iter().map(|key| key.load(Relaxed));
        let rest = KEYS
            .castling
            .iter()
            .chain(&KEYS.en_passant_file)
            .chain([&KEYS.black_to_move])
            .copied();
        for key in pieces.chain(rest) {
            assert!(all.insert(key));
        }
    }

    #[test]
    fn a_position_has_the_same_key_in_every_version() {
        // Exported learner tables have these keys.
        assert_eq!(
            crate::rules::Position::startpos().key(),
            0x9dc7_8f60_5827_b061
        );
    }
}
