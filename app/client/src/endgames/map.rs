//! The map of a piece: the values of a position with it on each square.

use engine::rules::{Move, Piece, Position, Square};
use engine::tables::EndgameTables;

use super::messages::PieceMap;
use crate::analysis::BoardSetup;

/// The values of a position with the piece of `square` on each other square, as if it had just come there:
/// the other side is to move. Where it can go by a legal move that move is made, a capture or promotion to
/// a queen, too. A square without a piece has no values.
pub fn piece_map(tables: &dyn EndgameTables, position: &Position, square: Square) -> PieceMap {
    let values = Square::ALL.map(|to| {
        let there = with_piece_on(position, square, to)?;
        tables.mate(&there)
    });
    let owner = position.piece_at(square).map(|(owner, _)| owner);
    PieceMap {
        key: position.key(),
        square,
        turn: !owner.unwrap_or(position.side_to_move()),
        values: values.to_vec(),
    }
}

/// The position with the piece of `from` on `to`, and the other side to move; `None` where that is no legal position.
fn with_piece_on(position: &Position, from: Square, to: Square) -> Option<Position> {
    let moves = position.legal_moves();
    let is_it = |mv: &&Move| {
        let becomes = mv.promotion();
        mv.from() == from && mv.to() == to && becomes.is_none_or(|piece| piece == Piece::Queen)
    };
    if let Some(mv) = moves.iter().find(is_it) {
        return Some(position.play(*mv));
    }
    if from != to && position.piece_at(to).is_some() {
        return None;
    }
    let (owner, _) = position.piece_at(from)?;
    let mut setup = BoardSetup::from_position(position);
    if from != to {
        setup.move_piece(from, Some(to));
    }
    setup.en_passant = None;
    setup.set_side_to_move(!owner);
    setup.position().ok()
}
