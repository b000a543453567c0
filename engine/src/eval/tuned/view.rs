//! What the terms look at: the position with everything that is attacked in it.

use crate::eval::masks::{FILES, NOT_FILE_A, NOT_FILE_H, RANKS};
use crate::rules::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::rules::{BitBoard, Color, Piece, Position, Square};

/// A position and its attacks, by side and kind of piece.
pub(super) struct View<'p> {
    pub position: &'p Position,
    /// Squares attacked by a side's pieces of a kind.
    pub by: [[u64; 6]; 2],
    /// Squares attacked by anything.
    pub all: [u64; 2],
    /// Squares attacked at least twice.
    pub twice: [u64; 2],
    /// The squares around a side's king, and those a step further towards the enemy.
    pub zone: [u64; 2],
    /// Squares that count as reached by a side's pieces.
    pub area: [u64; 2],
    /// How many of a side's pieces of a kind attack the other's zone.
    pub attackers: [[i32; 6]; 2],
    /// How many attacks a side makes on squares beside the other king.
    pub attacks_beside: [i32; 2],
}

impl<'p> View<'p> {
    /// The attacks of pawns and kings; the pieces' come with the walk over them.
    pub fn new(position: &'p Position) -> View<'p> {
        let mut view = View {
            position,
            by: [[0; 6]; 2],
            all: [0; 2],
            twice: [0; 2],
            zone: [0; 2],
            area: [0; 2],
            attackers: [[0; 6]; 2],
            attacks_beside: [0; 2],
        };
        for us in Color::ALL {
            let own = view.set(us, Piece::Pawn);
            let (left, right) = wings(own, us);
            view.by[us.index()][Piece::Pawn.index()] = left | right;
            view.all[us.index()] = left | right;
            view.twice[us.index()] = left & right;
            let king = position.king(us);
            let beside = king_attacks(king).0;
            view.mark(us, Piece::King, beside);
            view.zone[us.index()] = beside | forward(beside, us) | 1 << king.index();
        }
        for us in Color::ALL {
            let own = view.set(us, Piece::Pawn);
            let stuck = own & (backward(position.occupied().0, us) | low_ranks(us));
            let shut = stuck | view.set(us, Piece::King) | view.by[(!us).index()][0];
            view.area[us.index()] = !shut;
        }
        view
    }

    /// A side's pieces of a kind.
    #[inline]
    pub fn set(&self, us: Color, piece: Piece) -> u64 {
        self.position.colored(us, piece).0
    }

    /// Everything attacked by a kind.
    #[inline]
    pub fn attacked_by(&self, us: Color, piece: Piece) -> u64 {
        self.by[us.index()][piece.index()]
    }

    /// Takes down one piece's attacks.
    #[inline]
    pub fn mark(&mut self, us: Color, piece: Piece, attacks: u64) {
        let side = us.index();
        self.by[side][piece.index()] |= attacks;
        self.twice[side] |= self.all[side] & attacks;
        self.all[side] |= attacks;
    }

    /// The squares a piece attacks; line pieces look through those of their own side that strike
    /// along the same line.
    #[inline]
    pub fn reach(&self, us: Color, piece: Piece, square: Square) -> u64 {
        let occupied = self.position.occupied().0;
        let queens = self.position.pieces(Piece::Queen).0;
        let rooks = self.set(us, Piece::Rook);
        match piece {
            Piece::Knight => knight_attacks(square).0,
            Piece::Bishop => bishop_attacks(square, BitBoard(occupied & !queens)).0,
            Piece::Rook => rook_attacks(square, BitBoard(occupied & !queens & !rooks)).0,
            Piece::Queen => {
                bishop_attacks(square, BitBoard(occupied)).0
                    | rook_attacks(square, BitBoard(occupied)).0
            }
            Piece::Pawn | Piece::King => 0,
        }
    }
}

/// What these pawns attack towards file a and towards file h.
fn wings(pawns: u64, us: Color) -> (u64, u64) {
    match us {
        Color::White => ((pawns & NOT_FILE_A) << 7, (pawns & NOT_FILE_H) << 9),
        Color::Black => ((pawns & NOT_FILE_A) >> 9, (pawns & NOT_FILE_H) >> 7),
    }
}

/// All squares attacked by these pawns.
pub(super) fn pawn_attacks(pawns: u64, us: Color) -> u64 {
    let (left, right) = wings(pawns, us);
    left | right
}

/// A step ahead.
#[inline]
pub(super) fn forward(set: u64, us: Color) -> u64 {
    match us {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// A step back.
#[inline]
pub(super) fn backward(set: u64, us: Color) -> u64 {
    forward(set, !us)
}

/// The second and third rank of a side.
fn low_ranks(us: Color) -> u64 {
    match us {
        Color::White => RANKS[1] | RANKS[2],
        Color::Black => RANKS[6] | RANKS[5],
    }
}

/// 0 is the side's own first rank.
#[inline]
pub(super) fn relative_rank(square: usize, us: Color) -> usize {
    match us {
        Color::White => square / 8,
        Color::Black => 7 - square / 8,
    }
}

/// Steps from the nearer edge of the board: 0 to 3.
#[inline]
pub(super) fn from_edge(file: usize) -> usize {
    file.min(7 - file)
}

/// The file of a square as a set.
#[inline]
pub(super) fn file_of(square: usize) -> u64 {
    FILES[square % 8]
}
