//! Pawn structure: what only the pawns decide. Kept from node to node, since pawns seldom move.

use super::layout as w;
use super::ledger::{Ledger, Sum};
use super::view::{file_of, forward, pawn_attacks, relative_rank};
use crate::eval::Tapered;
use crate::eval::masks::{ADJACENT_FILES, NOT_FILE_A, NOT_FILE_H, PASSED_SPAN, RANKS_AHEAD};
use crate::rules::{Color, Piece, Position};

/// How many structures are kept; a power of two.
const KEPT: usize = 8_192;

/// The structures met last, by pawn key.
pub(super) struct Kept {
    slots: Box<[Structure]>,
}

/// What only the pawns decide.
#[derive(Clone, Copy, Default)]
pub(super) struct Structure {
    key: u64,
    /// Each side's credit.
    pub score: [Tapered; 2],
    /// The passed pawns of both sides.
    pub passed: u64,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept {
            slots: vec![Structure::default(); KEPT].into_boxed_slice(),
        }
    }
}

impl Kept {
    /// The structure of a position's pawns.
    pub fn structure(&mut self, position: &Position) -> Structure {
        let key = position.pawn_key();
        let slot = &mut self.slots[key as usize % KEPT];
        // Without pawns the key is 0, as in an empty slot; both say that there is nothing.
        if slot.key != key {
            let mut ledgers = [Sum::default(), Sum::default()];
            let passed = structure(position, &mut ledgers);
            *slot = Structure {
                key,
                score: ledgers.map(|ledger| ledger.total()),
                passed,
            };
        }
        *slot
    }
}

/// Credits both sides with their pawn structure; the passed pawns of both come back.
pub(super) fn structure<L: Ledger>(position: &Position, ledgers: &mut [L; 2]) -> u64 {
    let [white, black] = ledgers;
    side(position, Color::White, white) | side(position, Color::Black, black)
}

fn side<L: Ledger>(position: &Position, us: Color, ledger: &mut L) -> u64 {
    let own = position.colored(us, Piece::Pawn).0;
    let theirs = position.colored(!us, Piece::Pawn).0;
    let defended = pawn_attacks(own, us);
    let controlled = pawn_attacks(theirs, !us);
    let beside = (own & NOT_FILE_A) >> 1 | (own & NOT_FILE_H) << 1;
    let mut passed = 0;
    for pawn in position.colored(us, Piece::Pawn) {
        let square = pawn.index();
        let bit = 1u64 << square;
        let rank = relative_rank(square, us);
        let ahead = RANKS_AHEAD[us.index()][square];
        let neighbours = own & ADJACENT_FILES[square % 8];
        let opposed = theirs & ahead & file_of(square) != 0;
        let behind_own = own & ahead & file_of(square) != 0;
        let connected = (defended | beside) & bit != 0;
        if behind_own {
            ledger.add(w::DOUBLED + usize::from(!connected), 1);
        }
        if beside & bit != 0 {
            ledger.add(w::PHALANX + rank, 1);
        }
        if defended & bit != 0 {
            ledger.add(w::DEFENDED + rank, 1);
        }
        if neighbours == 0 {
            ledger.add(w::ISOLATED + usize::from(!opposed), 1);
        } else if !connected && neighbours & !ahead == 0 && controlled & forward(bit, us) != 0 {
            ledger.add(w::BACKWARD + usize::from(!opposed), 1);
        }
        if theirs & PASSED_SPAN[us.index()][square] == 0 {
            if !behind_own {
                ledger.add(w::PASSED + rank, 1);
                passed |= bit;
            }
        } else if !opposed && !behind_own && is_candidate(square, us, own, theirs) {
            ledger.add(w::CANDIDATE + rank, 1);
        }
    }
    passed
}

/// Whether a pawn has helpers enough beside it to get past those who guard its way.
fn is_candidate(square: usize, us: Color, own: u64, theirs: u64) -> bool {
    let files = ADJACENT_FILES[square % 8];
    let ahead = RANKS_AHEAD[us.index()][square];
    let helpers = own & files & !ahead;
    let guards = theirs & files & ahead;
    helpers.count_ones() >= guards.count_ones()
}
