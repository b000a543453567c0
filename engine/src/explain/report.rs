//! Statistics of a position: material, mobility, rights and clocks.

use crate::eval::Tuned;
use crate::rules::{CastlingRights, Color, Piece, Position, Square};

/// Piece values in pawns, as taught to beginners; pawn to king.
pub const PAWNS_WORTH: [u32; 6] = [1, 3, 3, 5, 9, 0];

/// A position in numbers. Arrays by [`Color::index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PositionReport {
    pub side_to_move: Color,
    /// Pawns, knights, bishops, rooks and queens of each side.
    pub pieces: [[u8; 5]; 2],
    /// Their value, pawns; see [`PAWNS_WORTH`].
    pub material: [u32; 2],
    /// Legal moves of each side, of the side not to move after a null move; `None` for it while the other
    /// is in check.
    pub mobility: [Option<u16>; 2],
    /// Whether the side to move is in check.
    pub check: bool,
    /// The rights to castle kingside and queenside.
    pub castling: [[bool; 2]; 2],
    /// Index of the en-passant square, a1 = 0 to h8 = 63.
    pub en_passant: Option<u8>,
    /// Half-moves since the last capture or pawn move; at 100 a draw can be claimed.
    pub halfmove_clock: u16,
    /// Game phase: 24 with all pieces, 0 without any.
    pub phase: i32,
}

/// The statistics of a position.
///
/// ```
/// use engine::explain::report;
/// use engine::rules::Position;
///
/// let counted = report(&Position::startpos());
/// assert_eq!(counted.material, [39, 39]);
/// assert_eq!(counted.mobility, [Some(20), Some(20)]);
/// ```
#[must_use]
pub fn report(position: &Position) -> PositionReport {
    let us = position.side_to_move();
    let pieces = Color::ALL.map(|color| count(position, color));
    let mut mobility = [None; 2];
    mobility[us.index()] = Some(position.count_legal_moves() as u16);
    if !position.in_check() {
        mobility[(!us).index()] = Some(position.play_null().count_legal_moves() as u16);
    }
    let rights: CastlingRights = position.castling();
    PositionReport {
        side_to_move: us,
        pieces,
        material: pieces.map(|counts| value(&counts)),
        mobility,
        check: position.in_check(),
        castling: Color::ALL.map(|color| [rights.short(color), rights.long(color)]),
        en_passant: position
            .en_passant()
            .map(|square: Square| square.index() as u8),
        halfmove_clock: position.halfmove_clock(),
        phase: Tuned::phase_and_scale(position, us).0,
    }
}

fn count(position: &Position, color: Color) -> [u8; 5] {
    let mut counts = [0; 5];
    for (count, piece) in counts.iter_mut().zip(Piece::ALL) {
        *count = position.colored(color, piece).len() as u8;
    }
    counts
}

fn value(counts: &[u8; 5]) -> u32 {
    let worth = counts.iter().zip(PAWNS_WORTH);
    worth.map(|(&count, pawns)| u32::from(count) * pawns).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> PositionReport {
        report(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn the_start_position_is_even() {
        let start = report(&Position::startpos());
        assert_eq!(start.pieces, [[8, 2, 2, 2, 1]; 2]);
        assert_eq!(start.castling, [[true; 2]; 2]);
        assert_eq!((start.phase, start.halfmove_clock), (24, 0));
        assert_eq!((start.check, start.en_passant), (false, None));
    }

    #[test]
    fn moves_are_counted_for_both_sides_but_not_past_a_check() {
        let quiet = of("4k3/8/8/8/8/8/4P3/4K3 b - - 31 60");
        // King e1: d1, f1, d2, f2; the pawn one step or two. King e8: five squares.
        assert_eq!(quiet.mobility, [Some(6), Some(5)]);
        assert_eq!((quiet.halfmove_clock, quiet.phase), (31, 0));
        let check = of("4k3/8/8/8/8/8/8/4RK2 b - - 0 1");
        assert!(check.check);
        assert_eq!(check.mobility, [None, Some(4)]);
        assert_eq!(check.material, [5, 0]);
    }

    #[test]
    fn rights_and_the_square_of_en_passant_are_told() {
        let told = of("r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 0 1");
        assert_eq!(told.castling, [[true, false], [false, true]]);
        assert_eq!(told.en_passant, Some(20));
    }
}
