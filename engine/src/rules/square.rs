//! A square of the board, with its file and rank.

use std::fmt;
use std::str::FromStr;

/// A file, `a` to `h` (index 0 to 7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

/// A rank, 1 to 8 (index 0 to 7), from White's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// One of the 64 squares: a1 = 0, b1 = 1, … h8 = 63.
///
/// ```
/// use engine::rules::{File, Rank, Square};
///
/// let square: Square = "e4".parse().unwrap();
/// assert_eq!(square, Square::E4);
/// assert_eq!(square, Square::new(File::E, Rank::FOURTH));
/// assert_eq!(square.index(), 28);
/// assert_eq!(square.flip().to_string(), "e5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl File {
    pub const A: File = File(0);
    pub const B: File = File(1);
    pub const C: File = File(2);
    pub const D: File = File(3);
    pub const E: File = File(4);
    pub const F: File = File(5);
    pub const G: File = File(6);
    pub const H: File = File(7);

    /// All files from `a` to `h`.
    pub const ALL: [File; 8] = [
        File::A,
        File::B,
        File::C,
        File::D,
        File::E,
        File::F,
        File::G,
        File::H,
    ];

    /// The file with this index, 0 for `a`; `None` above 7.
    pub const fn from_index(index: u8) -> Option<File> {
        if index < 8 { Some(File(index)) } else { None }
    }

    /// 0 for `a` to 7 for `h`.
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The file's letter, `a` to `h`.
    pub const fn char(self) -> char {
        (b'a' + self.0) as char
    }

    /// The file with this letter, `a` to `h`.
    pub const fn from_char(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => Some(File(letter as u8 - b'a')),
            _ => None,
        }
    }
}

impl Rank {
    pub const FIRST: Rank = Rank(0);
    pub const SECOND: Rank = Rank(1);
    pub const THIRD: Rank = Rank(2);
    pub const FOURTH: Rank = Rank(3);
    pub const FIFTH: Rank = Rank(4);
    pub const SIXTH: Rank = Rank(5);
    pub const SEVENTH: Rank = Rank(6);
    pub const EIGHTH: Rank = Rank(7);

    /// All ranks from white's first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::FIRST,
        Rank::SECOND,
        Rank::THIRD,
        Rank::FOURTH,
        Rank::FIFTH,
        Rank::SIXTH,
        Rank::SEVENTH,
        Rank::EIGHTH,
    ];

    /// The rank with this index, 0 for the first; `None` above 7.
    pub const fn from_index(index: u8) -> Option<Rank> {
        if index < 8 { Some(Rank(index)) } else { None }
    }

    /// 0 for the first to 7 for the eighth.
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The rank's digit, `1` to `8`.
    pub const fn char(self) -> char {
        (b'1' + self.0) as char
    }

    /// The rank with this digit, `1` to `8`.
    pub const fn from_char(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank(digit as u8 - b'1')),
            _ => None,
        }
    }
}

macro_rules! name_squares {
    ($($name:ident)*) => {
        #[repr(u8)]
        enum Name { $($name),* }

        #[allow(missing_docs)]
        impl Square {
            $(pub const $name: Square = Square(Name::$name as u8);)*

            /// All squares from a1 along the ranks to h8.
            pub const ALL: [Square; 64] = [$(Square::$name),*];
        }
    };
}

name_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square of a file and a rank.
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank.0 << 3 | file.0)
    }

    /// The square with this index, a1 = 0; `None` above 63.
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 {
            Some(Square(index))
        } else {
            None
        }
    }

    /// The square with the low six bits of `index`.
    #[inline]
    pub(crate) const fn wrap(index: u8) -> Square {
        Square(index & 63)
    }

    /// 0 for a1, 1 for b1, to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask lets the compiler drop the bounds check of a 64-entry table.
        (self.0 & 63) as usize
    }

    /// The file of this square.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The rank of this square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3 & 7)
    }

    /// The square mirrored between ranks 4 and 5.
    #[inline]
    pub const fn flip(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square `files` to the right and `ranks` up, if that is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.0 & 7) as i8 + files;
        let rank = (self.0 >> 3) as i8 + ranks;
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Square((rank << 3 | file) as u8))
        } else {
            None
        }
    }
}

/// As its index, from 0 to 63.
#[cfg(feature = "serde")]
impl serde::Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Square {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        let index = u8::deserialize(deserializer)?;
        Square::from_index(index)
            .ok_or_else(|| serde::de::Error::custom(format_args!("{index} is no square")))
    }
}

/// A text that is not a square's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square from a1 to h8, found {0:?}")]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut letters = text.chars();
        let square = (|| {
            let file = File::from_char(letters.next()?)?;
            let rank = Rank::from_char(letters.next()?)?;
            letters.next().is_none().then_some(Square::new(file, rank))
        })();
        square.ok_or_else(|| SquareError(text.to_owned()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_from_its_name_and_its_index() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::from_index(index as u8), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
        }
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4", "4e", " e4"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError(text.to_owned())));
        }
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        assert_eq!(Square::A1.offset(1, 2), Some(Square::B3));
        assert_eq!(Square::A1.offset(-1, 0), None);
        assert_eq!(Square::H8.offset(0, 1), None);
    }
}
