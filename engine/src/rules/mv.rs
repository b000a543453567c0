//! A move in sixteen bits, and a list of moves.

use std::fmt;
use std::num::NonZeroU16;
use std::ops::Deref;

use super::{Piece, Square};

/// A move: from (6 bits), to (6 bits), kind (4 bits). `Option<Move>` has the same size.
///
/// It does not know its position; see [`Position::is_legal`].
///
/// ```
/// use engine::rules::Position;
///
/// let position = Position::startpos();
/// let mv = position.parse_uci("e2e4").unwrap();
/// assert_eq!(mv.to_string(), "e2e4");
/// assert!(!mv.is_capture());
/// assert!(position.is_legal(mv));
/// ```
///
/// [`Position::is_legal`]: super::Position::is_legal
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

/// The kind, in the top four bits. Bit 2 marks a capture, bit 3 a promotion, with the piece in bits 0
/// and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveKind(pub(crate) u16);

impl MoveKind {
    pub(crate) const QUIET: MoveKind = MoveKind(0);
    pub(crate) const DOUBLE_PUSH: MoveKind = MoveKind(1);
    pub(crate) const CASTLE_SHORT: MoveKind = MoveKind(2);
    pub(crate) const CASTLE_LONG: MoveKind = MoveKind(3);
    pub(crate) const CAPTURE: MoveKind = MoveKind(4);
    pub(crate) const EN_PASSANT: MoveKind = MoveKind(5);
    /// Plus 0 knight, 1 bishop, 2 rook, 3 queen.
    pub(crate) const PROMOTION: MoveKind = MoveKind(8);
    /// Plus 0 knight, 1 bishop, 2 rook, 3 queen.
    pub(crate) const PROMOTION_CAPTURE: MoveKind = MoveKind(12);
}

const PROMOTED: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl Move {
    /// A move between two different squares.
    #[inline]
    pub(crate) const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = kind.0 << 12 | (to.index() as u16) << 6 | from.index() as u16;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            // Only the quiet move a1a1 is zero, and no generator makes it; b1a1 replaces it.
            None => Move(NonZeroU16::MIN),
        }
    }

    /// The move of these raw bits; `None` if from and to are equal or the kind is unused. The move may be
    /// illegal in a position: see `Position::is_legal`.
    #[inline]
    pub const fn from_raw(raw: u16) -> Option<Move> {
        let same_square = raw & 63 == raw >> 6 & 63;
        let unused_kind = raw >> 13 == 3; // 6 and 7
        match NonZeroU16::new(raw) {
            Some(bits) if !same_square && !unused_kind => Some(Move(bits)),
            _ => None,
        }
    }

    /// The sixteen bits, never zero.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// The origin of the piece, of the king when castling.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrap((self.raw() & 63) as u8)
    }

    /// The target of the piece, of the king when castling.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrap((self.raw() >> 6 & 63) as u8)
    }

    #[inline]
    pub(crate) const fn kind(self) -> MoveKind {
        MoveKind(self.raw() >> 12)
    }

    /// The promotion piece.
    #[inline]
    pub const fn promotion(self) -> Option<Piece> {
        if self.is_promotion() {
            Some(PROMOTED[(self.raw() >> 12 & 3) as usize])
        } else {
            None
        }
    }

    /// Whether it is a promotion.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.raw() >> 15 != 0
    }

    /// Whether it is a capture, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.raw() >> 14 & 1 != 0
    }

    /// Whether the move is a capture or a queen promotion: what
    /// [`Position::captures`](super::Position::captures) generates.
    #[inline]
    pub fn is_tactical(self) -> bool {
        self.is_capture() || self.promotion() == Some(Piece::Queen)
    }

    /// Whether it is an en-passant capture.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.raw() >> 12 == MoveKind::EN_PASSANT.0
    }

    /// Whether it is castling, to either side.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.raw() >> 13 == 1 // 2 and 3
    }

    /// Whether it is a double pawn push.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.raw() >> 12 == MoveKind::DOUBLE_PUSH.0
    }
}

impl fmt::Display for Move {
    /// UCI: `e2e4`, `e7e8q`, castling as the king's two squares, `e1g1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(piece) => write!(f, "{}", piece.char()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.raw())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Move {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let raw = u16::deserialize(deserializer)?;
        Move::from_raw(raw)
            .ok_or_else(|| serde::de::Error::custom(format_args!("{raw} is no move's bits")))
    }
}

/// The moves of one position, without allocation; no position has more than 218.
#[derive(Clone)]
pub struct MoveList {
    // A length of eight bits can't leave 256 entries, so filling needs no bounds check.
    moves: [Move; 256],
    len: u8,
}

impl MoveList {
    /// The empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList {
            moves: [Move(NonZeroU16::MIN); 256],
            len: 0,
        }
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        self.moves[usize::from(self.len)] = mv;
        self.len += 1;
    }

    /// Keeps the moves that `keep` accepts, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let mv = self.moves[usize::from(index)];
            if keep(mv) {
                self.moves[usize::from(kept)] = mv;
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::array::IntoIter<Move, 256>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(usize::from(self.len))
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_move_costs_nothing() {
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn raw_bits_that_no_move_has_are_refused() {
        assert_eq!(Move::from_raw(0), None);
        assert_eq!(Move::from_raw(0b0000_000001_000001), None); // b1b1
        assert_eq!(Move::from_raw(0b0110_000001_000000), None); // kind 6
        assert_eq!(Move::from_raw(0b0111_000001_000000), None); // kind 7
    }

    #[test]
    fn every_accepted_raw_value_reads_back() {
        for raw in 0..=u16::MAX {
            if let Some(mv) = Move::from_raw(raw) {
                assert_eq!(mv.raw(), raw);
                assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
                assert_eq!(mv.promotion().is_some(), mv.is_promotion());
                assert!(!(mv.is_castle() && mv.is_capture()));
            }
        }
    }

    #[test]
    fn the_kinds_answer_for_themselves() {
        let make = |kind| Move::new(Square::E2, Square::E4, kind);
        assert!(make(MoveKind::CAPTURE).is_capture() && make(MoveKind::EN_PASSANT).is_capture());
        assert!(
            make(MoveKind::PROMOTION_CAPTURE).is_capture()
                && !make(MoveKind::PROMOTION).is_capture()
        );
        assert!(
            make(MoveKind::CASTLE_SHORT).is_castle() && make(MoveKind::CASTLE_LONG).is_castle()
        );
        assert!(!make(MoveKind::QUIET).is_castle() && make(MoveKind::DOUBLE_PUSH).is_double_push());
        assert_eq!(make(MoveKind(11)).to_string(), "e2e4q");
        assert_eq!(make(MoveKind(12)).promotion(), Some(Piece::Knight));
    }

    #[cfg(feature = "serde")]
    #[test]
    fn foreign_bits_that_no_move_has_do_not_deserialize() {
        use serde::Deserialize;
        use serde::de::IntoDeserializer;
        use serde::de::value::{Error, U16Deserializer};

        let read = |raw: u16| {
            let bits: U16Deserializer<Error> = raw.into_deserializer();
            Move::deserialize(bits)
        };
        let mv = Move::new(Square::E2, Square::E4, MoveKind::DOUBLE_PUSH);
        assert_eq!(read(mv.raw()), Ok(mv));
        assert_eq!(read(0).unwrap_err().to_string(), "0 is no move's bits");
    }
}
