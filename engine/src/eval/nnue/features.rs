//! The network's inputs: which piece of which side is on which square, from one side's perspective.

use crate::rules::{BitBoard, Color, Piece, Position};

/// Inputs of one perspective: two sides, six piece types, 64 squares, without what cannot occur: the own
/// king on the mirrored half of the board, pawns on the first and last rank.
pub const INPUTS: usize = 2 * 6 * 64 - 32 - 2 * 16;

/// Maximum number of pieces on a board.
pub const MAX_PIECES: usize = 32;

/// A side's perspective of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    /// The side whose own pieces come first, and whose back rank is the first.
    pub side: Color,
    /// Whether the files are mirrored, so that the own king is on files a to d.
    pub mirrored: bool,
}

impl Perspective {
    /// The perspective of `side`.
    #[inline]
    pub fn of(position: &Position, side: Color) -> Perspective {
        Perspective {
            side,
            mirrored: position.king(side).index() % 8 >= 4,
        }
    }

    /// The input index of a piece on a square.
    #[inline]
    pub fn input(self, color: Color, piece: Piece, square: usize) -> usize {
        let ranks = match self.side {
            Color::White => 0,
            Color::Black => 56,
        };
        let files = if self.mirrored { 7 } else { 0 };
        input(color != self.side, piece.index(), square ^ ranks ^ files)
    }
}

/// The input index of a piece, `theirs` or the own side's, on a square as the perspective sees it.
#[inline]
pub fn input(theirs: bool, piece: usize, square: usize) -> usize {
    usize::from(INDICES[usize::from(theirs)][piece][square])
}

/// The indices by side (own first), piece type and square: consecutive, in this order. What cannot occur
/// has an index, too, that of another input.
const INDICES: [[[u16; 64]; 6]; 2] = {
    let mut indices = [[[0; 64]; 6]; 2];
    let mut next = 0;
    let mut row = 0;
    while row < 2 * 6 * 64 {
        let (side, piece, square) = (row / (6 * 64), row / 64 % 6, row % 64);
        let is_pawn = piece == Piece::Pawn.index();
        let is_own_king = side == 0 && piece == Piece::King.index();
        let occurs = !(is_pawn && (square < 8 || square >= 56) || is_own_king && square % 8 >= 4);
        if occurs {
            next += 1;
        }
        indices[side][piece][square] = if next == 0 { 0 } else { next - 1 };
        row += 1;
    }
    assert!(next as usize == INPUTS);
    indices
};

/// Piece placement: a bitboard for each side and piece type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement([[u64; 6]; 2]);

impl Placement {
    /// The placement of a position.
    #[inline]
    pub fn of(position: &Position) -> Placement {
        let of = |color| Piece::ALL.map(|piece| position.colored(color, piece).0);
        Placement(Color::ALL.map(of))
    }

    /// Adds a piece, by its type's index.
    pub fn put(&mut self, color: Color, piece: usize, square: usize) {
        self.0[color.index()][piece] |= 1 << square;
    }

    /// The placement without the piece on a square.
    pub fn without(mut self, square: usize) -> Placement {
        for set in self.0.iter_mut().flatten() {
            *set &= !(1 << square);
        }
        self
    }

    /// Number of pieces.
    pub fn count(&self) -> u32 {
        self.0.iter().flatten().map(|set| set.count_ones()).sum()
    }

    /// Calls `visit` with each input that differs from `before` and whether it is active now.
    #[inline]
    pub fn for_each_change(
        &self,
        before: &Placement,
        perspective: Perspective,
        mut visit: impl FnMut(usize, bool),
    ) {
        for color in Color::ALL {
            for piece in Piece::ALL {
                let [now, before] =
                    [self, before].map(|placement| placement.0[color.index()][piece.index()]);
                for square in BitBoard(now ^ before) {
                    let index = square.index();
                    visit(
                        perspective.input(color, piece, index),
                        now >> index & 1 == 1,
                    );
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_a_mirrored_board_alike() {
        let inputs = |fen: &str, side| {
            let position = Position::from_fen(fen).unwrap();
            let mut inputs = Vec::new();
            let perspective = Perspective::of(&position, side);
            Placement::of(&position).for_each_change(
                &Placement::default(),
                perspective,
                |input, _| {
                    inputs.push(input);
                },
            );
            inputs.sort_unstable();
            inputs
        };
        let fen = "r3k2r/p1p2pp1/2n5/3pP3/8/5N2/PPP2PPP/R1BQ1RK1 w kq - 0 1";
        for side in Color::ALL {
            let upside_down = "r1bq1rk1/ppp2ppp/5n2/8/3Pp3/2N5/P1P2PP1/R3K2R b KQ - 0 1";
            assert_eq!(inputs(fen, side), inputs(upside_down, !side));
            let mirrored = "r2k3r/1pp2p1p/5n2/3Pp3/8/2N5/PPP2PPP/1KR1QB1R w - - 0 1";
            assert_eq!(inputs(fen, side), inputs(mirrored, side), "{side:?}");
        }
        assert_eq!(inputs(fen, Color::White).len(), 22);
    }

    #[test]
    fn everything_that_can_occur_has_an_input_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for (theirs, piece) in [false, true]
            .into_iter()
            .flat_map(|theirs| Piece::ALL.map(|piece| (theirs, piece)))
        {
            let occurs = |&square: &usize| match piece {
                Piece::Pawn => (8..56).contains(&square),
                Piece::King => theirs || square % 8 < 4,
                _ => true,
            };
            for square in (0..64).filter(occurs) {
                assert!(seen.insert(input(theirs, piece.index(), square)));
            }
        }
        assert_eq!((seen.len(), seen.last()), (INPUTS, Some(&(INPUTS - 1))));
    }
}
