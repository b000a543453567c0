//! Legality and checks of single moves.

use super::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks,
    queen_attacks, rook_attacks, rook_rays,
};
use super::castling::Castling;
use super::mv::MoveKind;
use super::{BitBoard, Color, Move, Piece, Position, Rank, Square};

/// The data for checks by all moves of one position; see [`Position::checks`].
pub(crate) struct Checks {
    /// By piece type: the squares from which it attacks the king.
    from: [BitBoard; 6],
    /// Pieces that can discover a check.
    screens: BitBoard,
}

impl Checks {
    /// Whether a legal move of the position gives check.
    #[inline]
    pub fn are_given_by(&self, position: &Position, mv: Move) -> bool {
        if mv.is_castle() || mv.is_promotion() || mv.is_en_passant() || self.screens.has(mv.from())
        {
            return position.gives_check(mv);
        }
        self.from[position.piece_on(mv.from()).index()].has(mv.to())
    }
}

impl Position {
    /// The data to test many moves for check, faster than [`gives_check`](Self::gives_check).
    pub(crate) fn checks(&self) -> Checks {
        let (king, occupied) = (self.king(!self.side), self.occupied());
        let diagonal = bishop_attacks(king, occupied);
        let straight = rook_attacks(king, occupied);
        let sliders =
            bishop_rays(king) & self.diagonal_sliders() | rook_rays(king) & self.straight_sliders();
        let mut screens = BitBoard::EMPTY;
        for slider in sliders & self.us() {
            let screen = between(king, slider) & occupied;
            if !screen.has_many() {
                screens |= screen & self.us();
            }
        }
        Checks {
            from: [
                pawn_attacks(!self.side, king),
                knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                BitBoard::EMPTY,
            ],
            screens,
        }
    }

    /// Whether a move of any origin is legal here, without generating moves.
    ///
    /// ```
    /// use engine::rules::Position;
    ///
    /// let position = Position::startpos();
    /// let mv = position.parse_uci("e2e4").unwrap();
    /// assert!(position.is_legal(mv));
    /// assert!(!position.play(mv).is_legal(mv));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        if !self.us().has(from) || self.us().has(to) {
            return false;
        }
        let piece = self.piece_on(from);
        let taken = if kind == MoveKind::EN_PASSANT {
            return piece == Piece::Pawn && self.is_legal_en_passant(from, to);
        } else if mv.is_castle() {
            return self.is_legal_castle(mv);
        } else {
            self.them() & to.into()
        };
        if mv.is_capture() == taken.is_empty() {
            return false;
        }
        let reaches = match piece {
            Piece::Pawn => {
                return self.is_pawn_move(mv) && self.king_is_safe_after(from, to, taken);
            }
            Piece::Knight => knight_attacks(from),
            Piece::Bishop => bishop_attacks(from, self.occupied()),
            Piece::Rook => rook_attacks(from, self.occupied()),
            Piece::Queen => queen_attacks(from, self.occupied()),
            Piece::King => king_attacks(from),
        };
        (kind == MoveKind::QUIET || kind == MoveKind::CAPTURE)
            && reaches.has(to)
            && self.king_is_safe_after(from, to, taken)
    }

    /// Whether a legal move gives check, without playing it.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!self.side);
        let mut occupied = (self.occupied() - from.into()) | to.into();
        let (mut from_square, mut to_square) = (from, to);
        let mut piece = mv.promotion().unwrap_or(self.piece_on(from));
        if mv.is_en_passant() {
            occupied -= Square::new(to.file(), from.rank()).into();
        } else if mv.is_castle() {
            let castling = Castling::of(self.side, mv.kind() == MoveKind::CASTLE_LONG);
            (from_square, to_square) = (castling.rook_from, castling.rook_to);
            occupied = (occupied - from_square.into()) | to_square.into();
            piece = Piece::Rook;
        }
        let direct = match piece {
            Piece::Pawn => pawn_attacks(self.side, to_square),
            Piece::Knight => knight_attacks(to_square),
            Piece::Bishop => bishop_attacks(to_square, occupied),
            Piece::Rook => rook_attacks(to_square, occupied),
            Piece::Queen => queen_attacks(to_square, occupied),
            Piece::King => BitBoard::EMPTY,
        };
        if direct.has(king) {
            return true;
        }
        let others = self.us() - from.into() - from_square.into();
        (bishop_attacks(king, occupied) & self.diagonal_sliders()
            | rook_attacks(king, occupied) & self.straight_sliders())
        .meets(others)
    }

    /// Whether a pawn moves or captures like this; the target is known to be empty or to hold an
    /// enemy, as the move kind requires.
    fn is_pawn_move(&self, mv: Move) -> bool {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let (forward, start, last) = match self.side {
            Color::White => (1, Rank::SECOND, Rank::EIGHTH),
            Color::Black => (-1, Rank::SEVENTH, Rank::FIRST),
        };
        if mv.is_promotion() != (to.rank() == last) {
            return false;
        }
        if mv.is_capture() {
            return pawn_attacks(self.side, from).has(to);
        }
        let one = from.offset(0, forward);
        if kind == MoveKind::DOUBLE_PUSH {
            from.rank() == start
                && from.offset(0, 2 * forward) == Some(to)
                && !self.occupied().meets(between(from, to) | to.into())
        } else {
            one == Some(to)
        }
    }

    fn is_legal_en_passant(&self, from: Square, to: Square) -> bool {
        self.en_passant == Some(to)
            && pawn_attacks(self.side, from).has(to)
            && self.en_passant_is_safe(from, to)
    }

    fn is_legal_castle(&self, mv: Move) -> bool {
        let castling = Castling::of(self.side, mv.kind() == MoveKind::CASTLE_LONG);
        let attacked = |square| self.attackers(square, self.occupied()).meets(self.them());
        (mv.from(), mv.to()) == (castling.king_from, castling.king_to)
            && self.castling.has(castling)
            && !self.in_check()
            && !self.occupied().meets(castling.path)
            && !attacked(castling.rook_to)
            && !attacked(castling.king_to)
    }

    /// Whether no enemy but the captured one attacks the king after the move.
    fn king_is_safe_after(&self, from: Square, to: Square, taken: BitBoard) -> bool {
        let own = self.king(self.side);
        let king = if from == own { to } else { own };
        let occupied = (self.occupied() - from.into()) | to.into();
        !self.attackers(king, occupied).meets(self.them() - taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::perft::STANDARD;

    #[test]
    fn of_all_sixteen_bit_moves_the_listed_ones_are_legal_and_no_others() {
        for case in &STANDARD {
            let start = Position::from_fen(case.fen).unwrap();
            for first in start.legal_moves() {
                let position = start.play(first);
                let listed = position.legal_moves();
                for mv in (0..=u16::MAX).filter_map(Move::from_raw) {
                    let legal = position.is_legal(mv);
                    if legal || touches(&listed, mv) {
                        assert_eq!(
                            legal,
                            listed.contains(&mv),
                            "{position} {mv} {:?}",
                            mv.kind()
                        );
                    }
                }
            }
        }
    }

    fn touches(listed: &[Move], mv: Move) -> bool {
        listed
            .iter()
            .any(|other| other.from() == mv.from() && other.to() == mv.to())
    }

    #[test]
    fn a_move_gives_check_exactly_when_the_next_position_is_in_check() {
        fn walk(position: &Position, depth: u8) {
            for mv in position.legal_moves() {
                let next = position.play(mv);
                assert_eq!(position.gives_check(mv), next.in_check(), "{position} {mv}");
                let faster = position.checks().are_given_by(position, mv);
                assert_eq!(faster, next.in_check(), "{position} {mv}");
                if depth > 1 {
                    walk(&next, depth - 1);
                }
            }
        }
        let castling_checks = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
        let en_passant_uncovers = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
        let en_passant_opens_a_diagonal = "8/5k2/8/2pP4/2B5/8/8/7K w - c6 0 1";
        for fen in [
            castling_checks,
            en_passant_uncovers,
            en_passant_opens_a_diagonal,
        ] {
            walk(&Position::from_fen(fen).unwrap(), 3);
        }
        for case in &STANDARD {
            walk(&Position::from_fen(case.fen).unwrap(), 3);
        }
    }
}
