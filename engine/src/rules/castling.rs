//! Castling rights, and the squares of each castling.

use std::fmt;

use super::mv::MoveKind;
use super::{BitBoard, Color, Square};

/// The castling rights of both sides.
///
/// ```
/// use engine::rules::{Color, Position};
///
/// let rights = Position::startpos().castling();
/// assert!(rights.short(Color::White) && rights.long(Color::Black));
/// assert_eq!(rights.to_string(), "KQkq");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No rights.
    pub const NONE: CastlingRights = CastlingRights(0);

    /// `K` 1, `Q` 2, `k` 4, `q` 8.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether this side has the right to castle kingside.
    #[inline]
    pub const fn short(self, color: Color) -> bool {
        self.has(Castling::of(color, false))
    }

    /// Whether this side has the right to castle queenside.
    #[inline]
    pub const fn long(self, color: Color) -> bool {
        self.has(Castling::of(color, true))
    }

    /// Whether a side has any right to castle.
    #[inline]
    #[must_use]
    pub const fn any(self, color: Color) -> bool {
        self.short(color) || self.long(color)
    }

    #[inline]
    pub(super) const fn has(self, castling: &Castling) -> bool {
        self.0 & castling.right != 0
    }

    pub(super) const fn with(self, castling: &Castling) -> CastlingRights {
        CastlingRights(self.0 | castling.right)
    }

    /// The rights left after a move from or to this square.
    #[inline]
    pub(super) fn after_touching(self, square: Square) -> CastlingRights {
        CastlingRights(self.0 & KEPT[square.index()])
    }
}

impl fmt::Display for CastlingRights {
    /// FEN's third field: `KQkq`, `-` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == CastlingRights::NONE {
            return f.write_str("-");
        }
        for castling in Castling::ALL.iter().filter(|castling| self.has(castling)) {
            write!(f, "{}", castling.letter)?;
        }
        Ok(())
    }
}

impl fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the four castlings.
pub(super) struct Castling {
    pub(super) letter: char,
    pub(super) color: Color,
    right: u8,
    pub(super) kind: MoveKind,
    pub(super) king_from: Square,
    pub(super) king_to: Square,
    pub(super) rook_from: Square,
    /// The rook's target, which the king passes: it may not be attacked or occupied.
    pub(super) rook_to: Square,
    /// The squares between king and rook, which must be empty.
    pub(super) path: BitBoard,
}

impl Castling {
    pub(super) const ALL: [Castling; 4] = [
        Castling {
            letter: 'K',
            color: Color::White,
            right: 1,
            kind: MoveKind::CASTLE_SHORT,
            king_from: Square::E1,
            king_to: Square::G1,
            rook_from: Square::H1,
            rook_to: Square::F1,
            path: BitBoard(0x60),
        },
        Castling {
            letter: 'Q',
            color: Color::White,
            right: 2,
            kind: MoveKind::CASTLE_LONG,
            king_from: Square::E1,
            king_to: Square::C1,
            rook_from: Square::A1,
            rook_to: Square::D1,
            path: BitBoard(0x0e),
        },
        Castling {
            letter: 'k',
            color: Color::Black,
            right: 4,
            kind: MoveKind::CASTLE_SHORT,
            king_from: Square::E8,
            king_to: Square::G8,
            rook_from: Square::H8,
            rook_to: Square::F8,
            path: BitBoard(0x60 << 56),
        },
        Castling {
            letter: 'q',
            color: Color::Black,
            right: 8,
            kind: MoveKind::CASTLE_LONG,
            king_from: Square::E8,
            king_to: Square::C8,
            rook_from: Square::A8,
            rook_to: Square::D8,
            path: BitBoard(0x0e << 56),
        },
    ];

    /// The rook's square before and after castling.
    pub(super) fn rook_squares(&self) -> BitBoard {
        BitBoard::from(self.rook_from) | self.rook_to.into()
    }

    #[inline]
    pub(super) const fn of(color: Color, long: bool) -> &'static Castling {
        const ALL: &[Castling; 4] = &Castling::ALL;
        &ALL[(color.index() * 2 + long as usize) & 3]
    }
}

/// By square: the rights left after a move from or to it.
static KEPT: [u8; 64] = {
    let mut kept = [15; 64];
    let mut index = 0;
    while index < 4 {
        let castling = &Castling::ALL[index];
        kept[castling.king_from.index()] &= !castling.right;
        kept[castling.rook_from.index()] &= !castling.right;
        index += 1;
    }
    kept
};
