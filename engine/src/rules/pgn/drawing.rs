//! Marked squares and arrows, as Lichess and ChessBase write them in comments.

use std::fmt;

use crate::rules::Square;

/// A colour of a drawing, with its letter in PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawingColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

/// The place of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawingShape {
    Square(Square),
    /// Between two different squares.
    Arrow {
        from: Square,
        to: Square,
    },
}

/// A marked square (`Ge4`) or an arrow (`Re2e4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drawing {
    pub shape: DrawingShape,
    pub color: DrawingColor,
}

impl DrawingColor {
    /// All of them, Lichess's default first.
    pub const ALL: [DrawingColor; 4] = [
        DrawingColor::Green,
        DrawingColor::Red,
        DrawingColor::Yellow,
        DrawingColor::Blue,
    ];

    /// The letter in PGN.
    pub const fn letter(self) -> char {
        match self {
            DrawingColor::Green => 'G',
            DrawingColor::Red => 'R',
            DrawingColor::Yellow => 'Y',
            DrawingColor::Blue => 'B',
        }
    }
}

impl Drawing {
    /// Whether it is an arrow, not a square.
    pub fn is_arrow(&self) -> bool {
        matches!(self.shape, DrawingShape::Arrow { .. })
    }

    /// Reads `Ge4`, or `Re2e4` for an arrow; `None` for anything else.
    pub(super) fn parse(text: &str, is_arrow: bool) -> Option<Drawing> {
        let mut letters = text.chars();
        let letter = letters.next()?;
        let color = DrawingColor::ALL
            .into_iter()
            .find(|color| color.letter() == letter)?;
        let squares = letters.as_str();
        let shape = if is_arrow {
            let (from, to) = (squares.get(..2)?, squares.get(2..)?);
            let (from, to) = (from.parse().ok()?, to.parse().ok()?);
            if from == to {
                return None;
            }
            DrawingShape::Arrow { from, to }
        } else {
            DrawingShape::Square(squares.parse().ok()?)
        };
        Some(Drawing { shape, color })
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.color.letter())?;
        match self.shape {
            DrawingShape::Square(square) => write!(f, "{square}"),
            DrawingShape::Arrow { from, to } => write!(f, "{from}{to}"),
        }
    }
}
