//! Pawn structure, cached in a pawn hash table.

use super::attack_info::{file_of, forward};
use super::layout as w;
use super::term_sink::{ScoreSum, TermSink};
use crate::eval::Tapered;
use crate::eval::masks::{
    ADJACENT_FILES, NOT_FILE_A, NOT_FILE_H, PASSED_SPAN, RANKS_AHEAD, pawn_attacks, relative_rank,
};
use crate::rules::{Color, Piece, Position};

/// Entries of the pawn hash table; a power of two.
const PAWN_ENTRIES: usize = 8_192;

/// A pawn hash table.
pub(super) struct PawnTable {
    slots: Box<[PawnStructure]>,
}

/// The evaluation of a pawn structure.
#[derive(Clone, Copy, Default)]
pub(super) struct PawnStructure {
    key: u64,
    /// Each side's credit.
    pub score: [Tapered; 2],
    /// The passed pawns of both sides.
    pub passed: u64,
}

impl Default for PawnTable {
    fn default() -> PawnTable {
        PawnTable {
            slots: vec![PawnStructure::default(); PAWN_ENTRIES].into_boxed_slice(),
        }
    }
}

impl PawnTable {
    /// The evaluation of a position's pawn structure.
    pub fn structure(&mut self, position: &Position) -> PawnStructure {
        let key = position.pawn_key();
        let slot = &mut self.slots[key as usize % PAWN_ENTRIES];
        // Without pawns the key is 0, as in an empty entry; the evaluation is the same.
        if slot.key != key {
            let mut sinks = [ScoreSum::default(), ScoreSum::default()];
            let passed = structure(position, &mut sinks);
            *slot = PawnStructure {
                key,
                score: sinks.map(|sink| sink.total()),
                passed,
            };
        }
        *slot
    }
}

/// Counts the pawn features of both sides and returns their passed pawns.
pub(super) fn structure<S: TermSink>(position: &Position, sinks: &mut [S; 2]) -> u64 {
    let [white, black] = sinks;
    side(position, Color::White, white) | side(position, Color::Black, black)
}

fn side<S: TermSink>(position: &Position, us: Color, sink: &mut S) -> u64 {
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
            sink.add(w::DOUBLED + usize::from(!connected), 1);
        }
        if beside & bit != 0 {
            sink.add(w::PHALANX + rank, 1);
        }
        if defended & bit != 0 {
            sink.add(w::DEFENDED + rank, 1);
        }
        if neighbours == 0 {
            sink.add(w::ISOLATED + usize::from(!opposed), 1);
        } else if !connected && neighbours & !ahead == 0 && controlled & forward(bit, us) != 0 {
            sink.add(w::BACKWARD + usize::from(!opposed), 1);
        }
        if theirs & PASSED_SPAN[us.index()][square] == 0 {
            if !behind_own {
                sink.add(w::PASSED + rank, 1);
                passed |= bit;
            }
        } else if !opposed && !behind_own && is_candidate(square, us, own, theirs) {
            sink.add(w::CANDIDATE + rank, 1);
        }
    }
    passed
}

/// Whether own pawns on adjacent files are at least as many as the enemy's ahead of it.
fn is_candidate(square: usize, us: Color, own: u64, theirs: u64) -> bool {
    let files = ADJACENT_FILES[square % 8];
    let ahead = RANKS_AHEAD[us.index()][square];
    let helpers = own & files & !ahead;
    let guards = theirs & files & ahead;
    helpers.count_ones() >= guards.count_ones()
}
