//! A set of squares in 64 bits.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::{File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 63 is h8. Iterating yields its squares in that order.
///
/// ```
/// use engine::rules::{BitBoard, Square};
///
/// let ends = BitBoard::from(Square::A1) | Square::H8.into();
/// let start = BitBoard::from(Square::A1);
///
/// assert_eq!(ends & start, start); // intersection
/// assert_eq!(ends | start, ends); // union
/// assert_eq!(ends - start, Square::H8.into()); // difference
/// assert_eq!(ends ^ start, Square::H8.into()); // symmetric difference
/// assert_eq!((!ends).len(), 62); // complement
/// assert_eq!(ends.collect::<Vec<_>>(), [Square::A1, Square::H8]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BitBoard(pub u64);

impl BitBoard {
    /// The empty set.
    pub const EMPTY: BitBoard = BitBoard(0);
    /// All 64 squares.
    pub const FULL: BitBoard = BitBoard(!0);
    /// The dark squares.
    pub const DARK_SQUARES: BitBoard = BitBoard(0xaa55_aa55_aa55_aa55);

    /// The squares of a column.
    #[inline]
    pub const fn file(file: File) -> BitBoard {
        BitBoard(0x0101_0101_0101_0101 << file.index())
    }

    /// The squares of a row.
    #[inline]
    pub const fn rank(rank: Rank) -> BitBoard {
        BitBoard(0xff << (rank.index() * 8))
    }

    /// Only this square.
    #[inline]
    pub const fn from_square(square: Square) -> BitBoard {
        BitBoard(1 << square.index())
    }

    /// Number of squares.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: BitBoard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square of the set, `None` if it is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrap(self.0.trailing_zeros() as u8))
        }
    }

    /// The set mirrored between ranks 4 and 5.
    #[inline]
    pub const fn flip(self) -> BitBoard {
        BitBoard(self.0.swap_bytes())
    }

    /// Every square shifted by `by` indices (8 is one rank up). Squares shifted off the top or bottom
    /// are dropped; the caller masks wraps between the files.
    #[inline]
    pub(crate) const fn shift<const BY: i8>(self) -> BitBoard {
        BitBoard(if BY >= 0 { self.0 << BY } else { self.0 >> -BY })
    }
}

impl Iterator for BitBoard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = BitBoard::len(*self);
        (len, Some(len))
    }
}

impl From<Square> for BitBoard {
    #[inline]
    fn from(square: Square) -> BitBoard {
        BitBoard::from_square(square)
    }
}

impl FromIterator<Square> for BitBoard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> BitBoard {
        squares
            .into_iter()
            .fold(BitBoard::EMPTY, |set, square| set | square.into())
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident, $a:ident $b:ident $result:expr) => {
        impl $trait for BitBoard {
            type Output = BitBoard;

            #[inline]
            fn $method(self, other: BitBoard) -> BitBoard {
                let ($a, $b) = (self.0, other.0);
                BitBoard($result)
            }
        }

        impl $assign_trait for BitBoard {
            #[inline]
            fn $assign(&mut self, other: BitBoard) {
                let ($a, $b) = (self.0, other.0);
                *self = BitBoard($result);
            }
        }
    };
}

set_operator!(BitAnd bitand BitAndAssign bitand_assign, a b a & b);
set_operator!(BitOr bitor BitOrAssign bitor_assign, a b a | b);
set_operator!(BitXor bitxor BitXorAssign bitxor_assign, a b a ^ b);
set_operator!(Sub sub SubAssign sub_assign, a b a & !b);

impl Not for BitBoard {
    type Output = BitBoard;

    #[inline]
    fn not(self) -> BitBoard {
        BitBoard(!self.0)
    }
}

impl fmt::Debug for BitBoard {
    /// Eight lines from rank 8 down, `x` for a square of the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                f.write_str(if self.has(Square::new(file, rank)) {
                    "x "
                } else {
                    ". "
                })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_ranks_cross_in_one_square() {
        for square in Square::ALL {
            let crossing = BitBoard::file(square.file()) & BitBoard::rank(square.rank());
            assert_eq!(crossing, BitBoard::from(square));
        }
    }

    #[test]
    fn a_set_collects_from_squares_and_yields_them_in_order() {
        let squares = [Square::C3, Square::A1, Square::H8];
        let set: BitBoard = squares.into_iter().collect();
        assert_eq!(set.len(), 3);
        assert!(set.has_many() && set.has(Square::C3) && !set.has(Square::C4));
        assert_eq!(
            set.collect::<Vec<_>>(),
            [Square::A1, Square::C3, Square::H8]
        );
    }

    #[test]
    fn a1_is_dark_and_flipping_swaps_the_colours() {
        assert!(BitBoard::DARK_SQUARES.has(Square::A1));
        assert_eq!(BitBoard::DARK_SQUARES.flip(), !BitBoard::DARK_SQUARES);
    }
}
