//! The attacks in a position, by side and piece.

use crate::eval::masks::{FILES, RANKS, pawn_wings};
use crate::rules::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::rules::{BitBoard, Color, Piece, Position, Square};

/// A position and its attacks, by side and piece type.
pub(super) struct AttackInfo<'p> {
    pub position: &'p Position,
    /// Squares attacked by a side's pieces of a type.
    pub by: [[u64; 6]; 2],
    /// Squares attacked by anything.
    pub all: [u64; 2],
    /// Squares attacked at least twice.
    pub twice: [u64; 2],
    /// A side's king zone: the squares around the king and one rank further towards the enemy.
    pub zone: [u64; 2],
    /// A side's mobility area.
    pub area: [u64; 2],
    /// Number of a side's pieces of a type that attack the other's king zone.
    pub attackers: [[i32; 6]; 2],
    /// Number of a side's attacks on squares beside the other king.
    pub attacks_beside: [i32; 2],
}

impl<'p> AttackInfo<'p> {
    /// The attacks of pawns and kings; `pieces` adds the others.
    pub fn new(position: &'p Position) -> AttackInfo<'p> {
        let mut info = AttackInfo {
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
            let own = info.set(us, Piece::Pawn);
            let (left, right) = pawn_wings(own, us);
            info.by[us.index()][Piece::Pawn.index()] = left | right;
            info.all[us.index()] = left | right;
            info.twice[us.index()] = left & right;
            let king = position.king(us);
            let beside = king_attacks(king).0;
            info.add_attacks(us, Piece::King, beside);
            info.zone[us.index()] = beside | forward(beside, us) | 1 << king.index();
        }
        for us in Color::ALL {
            let own = info.set(us, Piece::Pawn);
            let blocked = own & (backward(position.occupied().0, us) | low_ranks(us));
            let excluded = blocked | info.set(us, Piece::King) | info.by[(!us).index()][0];
            info.area[us.index()] = !excluded;
        }
        info
    }

    /// A side's pieces of a type.
    #[inline]
    pub fn set(&self, us: Color, piece: Piece) -> u64 {
        self.position.colored(us, piece).0
    }

    /// The squares attacked by a side's pieces of a type.
    #[inline]
    pub fn attacked_by(&self, us: Color, piece: Piece) -> u64 {
        self.by[us.index()][piece.index()]
    }

    /// Adds one piece's attacks.
    #[inline]
    pub fn add_attacks(&mut self, us: Color, piece: Piece, attacks: u64) {
        let side = us.index();
        self.by[side][piece.index()] |= attacks;
        self.twice[side] |= self.all[side] & attacks;
        self.all[side] |= attacks;
    }

    /// The squares a piece attacks; sliders see through queens and, rooks, through own rooks (x-ray).
    #[inline]
    pub fn attacks_of(&self, us: Color, piece: Piece, square: Square) -> u64 {
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

/// One rank forward.
#[inline]
pub(super) fn forward(set: u64, us: Color) -> u64 {
    match us {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// One rank back.
#[inline]
pub(super) fn backward(set: u64, us: Color) -> u64 {
    forward(set, !us)
}

/// A side's second and third rank.
fn low_ranks(us: Color) -> u64 {
    match us {
        Color::White => RANKS[1] | RANKS[2],
        Color::Black => RANKS[6] | RANKS[5],
    }
}

/// Distance of a file from the nearer edge: 0 to 3.
#[inline]
pub(super) fn from_edge(file: usize) -> usize {
    file.min(7 - file)
}

/// The file of a square as a bitboard.
#[inline]
pub(super) fn file_of(square: usize) -> u64 {
    FILES[square % 8]
}
