//! Correction history: how far the static evaluation was from the search's scores in positions that
//! share a feature.

use super::parameters::Parameters;
use super::piece_to::{PIECE_TO, PieceTo};
use crate::rules::{Color, Piece, Position};

/// Entries of a feature for each side to move; a power of two.
const ENTRIES: usize = 16_384;
/// Bound of an entry, and entry units in one centipawn.
const MAX_CORRECTION: i32 = 1_024;
const GRAIN: i32 = 10;
/// The weights in [`Parameters`] are in so many parts.
const PARTS: i32 = 64;

/// The features: pawns, White's and Black's other pieces, both sides' minor pieces, the last two moves.
const FEATURES: usize = 5;

/// The tables of one search thread.
pub(super) struct Corrections {
    /// By feature, side to move and the feature's hash.
    entries: Box<[i16]>,
}

impl Default for Corrections {
    fn default() -> Self {
        Corrections {
            entries: vec![0; FEATURES * 2 * ENTRIES].into_boxed_slice(),
        }
    }
}

/// The entries of a position, one for each feature.
#[derive(Clone, Copy)]
pub(super) struct CorrectionCells([u32; FEATURES]);

impl CorrectionCells {
    // Copies in all kinds of nodes would make a page's first visit half a kilobyte larger.
    #[inline(never)]
    pub fn of(position: &Position, earlier: [PieceTo; 2]) -> CorrectionCells {
        let pieces = |color| {
            hash(
                [
                    Piece::Knight,
                    Piece::Bishop,
                    Piece::Rook,
                    Piece::Queen,
                    Piece::King,
                ]
                .map(|piece| position.colored(color, piece).0),
            )
        };
        let minors = hash([
            position.colored(Color::White, Piece::Knight).0,
            position.colored(Color::White, Piece::Bishop).0,
            position.colored(Color::Black, Piece::Knight).0,
            position.colored(Color::Black, Piece::Bishop).0,
        ]);
        let [last, before] = earlier.map(|played| played.index() as u64);
        let hashes = [
            position.pawn_key(),
            pieces(Color::White),
            pieces(Color::Black),
            minors,
            hash([before * (PIECE_TO as u64 + 1) + last]),
        ];
        let side = position.side_to_move().index();
        let mut feature = 0;
        CorrectionCells(hashes.map(|hash| {
            let row = 2 * feature + side;
            feature += 1;
            (row * ENTRIES + hash as usize % ENTRIES) as u32
        }))
    }
}

/// Mixes words, each by a multiplier of its own, so that no product waits for another; the bits that are
/// left depend on all of them.
fn hash<const N: usize>(words: [u64; N]) -> u64 {
    const MULTIPLIERS: [u64; 5] = [
        0x9e37_79b9_7f4a_7c15,
        0xbf58_476d_1ce4_e5b9,
        0x94d0_49bb_1331_11eb,
        0xd6e8_feb8_6659_fd93,
        0xc2b2_ae3d_27d4_eb4f,
    ];
    let products = words.into_iter().zip(MULTIPLIERS);
    let sum = products.fold(0, |sum: u64, (word, multiplier)| {
        sum.wrapping_add(word.wrapping_mul(multiplier))
    });
    sum >> 40
}

impl Corrections {
    pub fn clear(&mut self) {
        self.entries.fill(0);
    }

    /// The correction of the static evaluation, centipawns, side to move.
    pub fn get(&self, parameters: &Parameters, cells: CorrectionCells) -> i32 {
        let [pawns, white, black, minors, moves] =
            cells.0.map(|cell| i32::from(self.entries[cell as usize]));
        let sum = pawns * parameters.correction_pawns
            + (white + black) * parameters.correction_pieces
            + minors * parameters.correction_minors
            + moves * parameters.correction_moves;
        sum / (GRAIN * PARTS)
    }

    /// Takes in that a search of `depth` plies scored `error` centipawns above the evaluation.
    pub fn update(&mut self, cells: CorrectionCells, error: i32, depth: i32) {
        let step = (error * depth / 8).clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        for cell in cells.0 {
            let value = &mut self.entries[cell as usize];
            let old = i32::from(*value);
            *value = (old + step - old * step.abs() / MAX_CORRECTION) as i16;
        }
    }
}
