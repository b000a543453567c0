//! Indices of continuation history: moves as piece and target square.

use crate::rules::{Move, Piece, Position};

/// Sides × pieces × squares: the values of [`PieceTo`] without [`PieceTo::NONE`].
pub(super) const PIECE_TO: usize = 2 * 6 * 64;

/// A move by its side, piece and target square; [`PieceTo::NONE`] after a null move and before the
/// root.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    pub const NONE: PieceTo = PieceTo(PIECE_TO as u16);

    pub fn new(position: &Position, mv: Move) -> PieceTo {
        let piece = moved_piece(position, mv);
        let side = position.side_to_move().index();
        PieceTo(((side * 6 + piece.index()) * 64 + mv.to().index()) as u16)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for PieceTo {
    fn default() -> Self {
        PieceTo::NONE
    }
}

/// The piece that moves; a pawn for a move of another position.
pub(super) fn moved_piece(position: &Position, mv: Move) -> Piece {
    position
        .piece_at(mv.from())
        .map_or(Piece::Pawn, |(_, piece)| piece)
}
