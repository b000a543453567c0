//! Attack tables: constant ones for leapers, magic bitboards for sliders.
//!
//! The large tables are in zeroed memory and filled by [`prepare`], so that the program file does not
//! contain them. Every constructor of `Position` calls it, so a lookup for a position needs no check.
//! The entries are relaxed atomics: plain loads on every target, without `unsafe`.

use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::{BitBoard, Color, Piece, Square};

const KNIGHT_STEPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
const ROOK_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

static KNIGHT: [BitBoard; 64] = leaper(&KNIGHT_STEPS);
static KING: [BitBoard; 64] = leaper(&KING_STEPS);
static PAWN: [[BitBoard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static BISHOP_RAYS: [BitBoard; 64] = empty_board_rays(&BISHOP_STEPS);
static ROOK_RAYS: [BitBoard; 64] = empty_board_rays(&ROOK_STEPS);

/// By colour, piece and the enemy king's square: the squares from which the piece gives check on an
/// empty board.
static CHECKS: [[[BitBoard; 64]; 6]; 2] = [checks(Color::White), checks(Color::Black)];

/// A square's magic: maps its occupancy to an index into [`SLIDES`].
#[derive(Clone, Copy)]
struct Magic {
    /// The relevant occupancy: the rays without their last square.
    mask: u64,
    multiplier: u64,
    offset: u32,
    /// 64 minus the number of squares in the mask.
    shift: u32,
}

static BISHOP_MAGIC: [Magic; 64] = magics(&BISHOP_STEPS, &BISHOP_MAGICS, 0);
/// The rooks' slots start where the 5,248 of the bishops end.
static ROOK_MAGIC: [Magic; 64] = magics(&ROOK_STEPS, &ROOK_MAGICS, 5_248);

/// 107,648 slots are used; with a power of two a mask replaces the bounds check.
const SLIDE_SLOTS: usize = 1 << 17;
static SLIDES: [AtomicU64; SLIDE_SLOTS] = [const { AtomicU64::new(0) }; SLIDE_SLOTS];
static BETWEEN: [AtomicU64; 64 * 64] = [const { AtomicU64::new(0) }; 64 * 64];
static PREPARED: Once = Once::new();

/// Fills the tables and the keys, once in the life of the process (about two milliseconds).
#[inline]
pub(crate) fn prepare() {
    PREPARED.call_once(fill);
}

fn fill() {
    super::zobrist::fill();
    for square in Square::ALL {
        for (magics, steps) in [(&BISHOP_MAGIC, &BISHOP_STEPS), (&ROOK_MAGIC, &ROOK_STEPS)] {
            let magic = &magics[square.index()];
            let mut subset = 0_u64;
            loop {
                let reached = slide(square, subset, steps, false);
                SLIDES[slot(magic, BitBoard(subset))].store(reached, Relaxed);
                subset = subset.wrapping_sub(magic.mask) & magic.mask;
                if subset == 0 {
                    break;
                }
            }
            for other in BitBoard(slide(square, 0, steps, false)) {
                let there = slide(square, 1 << other.index(), steps, false);
                let back = slide(other, 1 << square.index(), steps, false);
                BETWEEN[square.index() * 64 + other.index()].store(there & back, Relaxed);
            }
        }
    }
}

#[inline]
fn slot(magic: &Magic, occupied: BitBoard) -> usize {
    let hash = (occupied.0 & magic.mask).wrapping_mul(magic.multiplier) >> (magic.shift & 63);
    (hash as usize + magic.offset as usize) & (SLIDE_SLOTS - 1)
}

/// The squares a knight attacks.
#[inline]
pub(crate) fn knight_attacks(square: Square) -> BitBoard {
    KNIGHT[square.index()]
}

/// The squares a king attacks.
#[inline]
pub(crate) fn king_attacks(square: Square) -> BitBoard {
    KING[square.index()]
}

/// The squares a pawn of this colour attacks.
#[inline]
pub(crate) fn pawn_attacks(color: Color, square: Square) -> BitBoard {
    PAWN[color.index()][square.index()]
}

/// The squares a bishop attacks, up to and including the first occupied one on each diagonal.
#[inline]
pub(crate) fn bishop_attacks(square: Square, occupied: BitBoard) -> BitBoard {
    debug_assert!(
        PREPARED.is_completed(),
        "a position must exist before attacks are looked up"
    );
    BitBoard(SLIDES[slot(&BISHOP_MAGIC[square.index()], occupied)].load(Relaxed))
}

/// The squares a rook attacks, up to and including the first occupied one in each direction.
#[inline]
pub(crate) fn rook_attacks(square: Square, occupied: BitBoard) -> BitBoard {
    debug_assert!(
        PREPARED.is_completed(),
        "a position must exist before attacks are looked up"
    );
    BitBoard(SLIDES[slot(&ROOK_MAGIC[square.index()], occupied)].load(Relaxed))
}

/// The squares a queen attacks.
#[inline]
pub(crate) fn queen_attacks(square: Square, occupied: BitBoard) -> BitBoard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// The squares a bishop attacks on an empty board.
#[inline]
pub(crate) fn bishop_rays(square: Square) -> BitBoard {
    BISHOP_RAYS[square.index()]
}

/// The squares a rook attacks on an empty board.
#[inline]
pub(crate) fn rook_rays(square: Square) -> BitBoard {
    ROOK_RAYS[square.index()]
}

/// The squares that a piece attacks, up to and including the first occupied one in each direction.
#[inline]
pub fn attacks_of(color: Color, piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    prepare();
    match piece {
        Piece::Pawn => pawn_attacks(color, square),
        Piece::Knight => knight_attacks(square),
        Piece::Bishop => bishop_attacks(square, occupied),
        Piece::Rook => rook_attacks(square, occupied),
        Piece::Queen => queen_attacks(square, occupied),
        Piece::King => king_attacks(square),
    }
}

/// The squares from which a piece of `us` gives check to a king on this square, on an empty board.
#[inline]
pub(crate) fn checks_from(us: Color, piece: Piece, king: Square) -> BitBoard {
    CHECKS[us.index()][piece.index()][king.index()]
}

/// The squares strictly between two squares of one line, none if they share no line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> BitBoard {
    BitBoard(BETWEEN[a.index() * 64 + b.index()].load(Relaxed))
}

const fn leaper(steps: &[(i8, i8)]) -> [BitBoard; 64] {
    let mut table = [BitBoard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = Square::wrap(from as u8).offset(steps[step].0, steps[step].1) {
                table[from].0 |= 1 << to.index();
            }
            step += 1;
        }
        from += 1;
    }
    table
}

const fn checks(us: Color) -> [[BitBoard; 64]; 6] {
    let pawns = match us {
        Color::White => leaper(&[(-1, -1), (1, -1)]),
        Color::Black => leaper(&[(-1, 1), (1, 1)]),
    };
    let bishops = empty_board_rays(&BISHOP_STEPS);
    let rooks = empty_board_rays(&ROOK_STEPS);
    let mut queens = bishops;
    let mut square = 0;
    while square < 64 {
        queens[square].0 |= rooks[square].0;
        square += 1;
    }
    [
        pawns,
        leaper(&KNIGHT_STEPS),
        bishops,
        rooks,
        queens,
        [BitBoard::EMPTY; 64],
    ]
}

const fn empty_board_rays(steps: &[(i8, i8); 4]) -> [BitBoard; 64] {
    let mut table = [BitBoard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        table[from].0 = slide(Square::wrap(from as u8), 0, steps, false);
        from += 1;
    }
    table
}

const fn magics(steps: &[(i8, i8); 4], multipliers: &[u64; 64], start: u32) -> [Magic; 64] {
    let mut table = [Magic {
        mask: 0,
        multiplier: 0,
        offset: 0,
        shift: 0,
    }; 64];
    let mut offset = start;
    let mut square = 0;
    while square < 64 {
        let mask = slide(Square::wrap(square as u8), 0, steps, true);
        let multiplier = multipliers[square];
        table[square] = Magic {
            mask,
            multiplier,
            offset,
            shift: 64 - mask.count_ones(),
        };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    table
}

/// The squares from a square to the first occupied one in each direction; with `inner`, without the
/// board's last square.
const fn slide(from: Square, occupied: u64, steps: &[(i8, i8); 4], inner: bool) -> u64 {
    let mut reached = 0;
    let mut direction = 0;
    while direction < 4 {
        let (right, up) = steps[direction];
        let mut next = from.offset(right, up);
        while let Some(square) = next {
            next = square.offset(right, up);
            if inner && next.is_none() {
                break;
            }
            reached |= 1 << square.index();
            if occupied >> square.index() & 1 != 0 {
                break;
            }
        }
        direction += 1;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_magic_tables_agree_with_walking_on_scattered_boards() {
        prepare();
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..2_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let occupied = seed & seed.rotate_left(29);
            for square in Square::ALL {
                let bishop = slide(square, occupied, &BISHOP_STEPS, false);
                let rook = slide(square, occupied, &ROOK_STEPS, false);
                assert_eq!(bishop_attacks(square, BitBoard(occupied)).0, bishop);
                assert_eq!(rook_attacks(square, BitBoard(occupied)).0, rook);
                assert_eq!(queen_attacks(square, BitBoard(occupied)).0, bishop | rook);
            }
        }
    }

    #[test]
    fn between_is_the_open_stretch_of_a_shared_line() {
        prepare();
        let squares = |a, b| between(a, b).collect::<Vec<_>>();
        assert_eq!(squares(Square::A1, Square::D4), [Square::B2, Square::C3]);
        assert_eq!(squares(Square::E8, Square::E5), [Square::E6, Square::E7]);
        assert_eq!(squares(Square::A1, Square::B1), []);
        assert_eq!(squares(Square::A1, Square::B3), []);
        assert_eq!(squares(Square::A1, Square::A1), []);
    }

    #[test]
    fn leapers_stay_on_the_board() {
        assert_eq!(
            knight_attacks(Square::A1).collect::<Vec<_>>(),
            [Square::C2, Square::B3]
        );
        assert_eq!(king_attacks(Square::H1).len(), 3);
        assert_eq!(pawn_attacks(Color::White, Square::A2), Square::B3.into());
        assert_eq!(pawn_attacks(Color::Black, Square::H2), Square::G1.into());
        assert!(pawn_attacks(Color::White, Square::E8).is_empty());
    }
}
