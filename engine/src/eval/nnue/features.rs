//! What a network sees: which piece of which side stands where, from a side's own point of view.

use crate::rules::{BitBoard, Color, Piece, Position};

/// Inputs of one perspective: two sides, six kinds, 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// Pieces that can be on a board at once.
pub const MOST_PIECES: usize = 32;

/// Whose eyes look at the board, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Whose own pieces come first, and whose back rank is the first.
    pub side: Color,
    /// Whether the files are exchanged, so that the own king is always on files a to d.
    pub mirrored: bool,
}

impl View {
    /// How `side` looks at a position.
    #[inline]
    pub fn of(position: &Position, side: Color) -> View {
        View {
            side,
            mirrored: position.king(side).index() % 8 >= 4,
        }
    }

    /// The input of a piece on the square of an index.
    #[inline]
    pub fn input(self, color: Color, piece: Piece, square: usize) -> usize {
        let ranks = match self.side {
            Color::White => 0,
            Color::Black => 56,
        };
        let files = if self.mirrored { 7 } else { 0 };
        let theirs = usize::from(color != self.side);
        (theirs * 6 + piece.index()) * 64 + (square ^ ranks ^ files)
    }
}

/// What stands where: the squares of each kind of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement([[u64; 6]; 2]);

impl Placement {
    /// That of a position.
    #[inline]
    pub fn of(position: &Position) -> Placement {
        let of = |color| Piece::ALL.map(|piece| position.colored(color, piece).0);
        Placement(Color::ALL.map(of))
    }

    /// Adds a piece of the kind with this index.
    pub fn put(&mut self, color: Color, piece: usize, square: usize) {
        self.0[color.index()][piece] |= 1 << square;
    }

    /// The same without what stands on a square.
    pub fn without(mut self, square: usize) -> Placement {
        for set in self.0.iter_mut().flatten() {
            *set &= !(1 << square);
        }
        self
    }

    /// How many pieces there are.
    pub fn count(&self) -> u32 {
        self.0.iter().flatten().map(|set| set.count_ones()).sum()
    }

    /// On how many squares something else stands than `before`.
    #[inline]
    pub fn changes(&self, before: &Placement) -> u32 {
        let pairs = self.0.iter().flatten().zip(before.0.iter().flatten());
        let changed = pairs.fold(0, |changed, (now, before)| changed | (now ^ before));
        changed.count_ones()
    }

    /// Tells each input in which it differs from `before`, and whether it is there now.
    #[inline]
    pub fn changes_since(&self, before: &Placement, view: View, mut tell: impl FnMut(usize, bool)) {
        for color in Color::ALL {
            for piece in Piece::ALL {
                let [now, before] =
                    [self, before].map(|placement| placement.0[color.index()][piece.index()]);
                for square in BitBoard(now ^ before) {
                    let index = square.index();
                    tell(view.input(color, piece, index), now >> index & 1 == 1);
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
            let view = View::of(&position, side);
            Placement::of(&position).changes_since(&Placement::default(), view, |input, _| {
                inputs.push(input);
            });
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
        let all = inputs(fen, Color::White);
        assert!(all.iter().all(|&input| input < INPUTS));
        assert_eq!(all.len(), 22);
    }
}
