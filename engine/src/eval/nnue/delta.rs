//! What a move changes on the board.

use arrayvec::ArrayVec;

use crate::rules::{Color, Piece, Position};

/// A piece on a square.
pub type Placed = (Color, Piece, u8);

/// The pieces that a move removes from their squares and those that it puts down: two at most of each.
#[derive(Clone, Debug, Default)]
pub struct Delta {
    pub added: ArrayVec<Placed, 2>,
    pub removed: ArrayVec<Placed, 2>,
    /// By side: whether the king has crossed the middle of the board, so that its perspective is
    /// mirrored.
    crosses: [bool; 2],
}

impl Delta {
    /// What differs between two positions, of which one move or none leads to the other.
    pub fn between(before: &Position, after: &Position) -> Delta {
        let mut delta = Delta::default();
        let changed = (before.by_color(Color::White) ^ after.by_color(Color::White))
            | (before.by_color(Color::Black) ^ after.by_color(Color::Black));
        for square in changed {
            let placed = |(color, piece)| (color, piece, square.index() as u8);
            if let Some(piece) = before.piece_at(square) {
                delta.removed.push(placed(piece));
            }
            if let Some(piece) = after.piece_at(square) {
                delta.added.push(placed(piece));
            }
        }
        let half = |position: &Position, side| position.king(side).index() % 8 / 4;
        delta.crosses = Color::ALL.map(|side| half(before, side) != half(after, side));
        delta
    }

    /// Whether this side's king has crossed the middle of the board.
    pub fn crosses(&self, side: Color) -> bool {
        self.crosses[side.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_each_kind_changes_its_pieces() {
        for (fen, mv, counts, crosses) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", (1, 1), false),
            ("4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2d3", (1, 2), false),
            ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", (1, 2), false),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", (2, 2), false),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", (2, 2), true),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", (1, 2), false),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", (1, 1), true),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let after = position.play(position.parse_uci(mv).unwrap());
            let delta = Delta::between(&position, &after);
            assert_eq!((delta.added.len(), delta.removed.len()), counts, "{mv}");
            assert_eq!(delta.crosses(Color::White), crosses, "{mv}");
            assert!(!delta.crosses(Color::Black), "{mv}");
            let passed = Delta::between(&position, &position.play_null());
            assert!(passed.added.is_empty() && passed.removed.is_empty());
        }
    }
}
