//! Making moves by copy-make: the next position is computed from this one.
//!
//! A position is 96 bytes, six vector registers; there is no unmake.
//!
//! The next position is changed field by field (`next.key ^= …`), never through a `&mut` method: once
//! borrowed, it is no longer built in place but copied at the end, and a wide read right after narrow
//! writes stalls store forwarding. That made `play` a third slower.

use super::attacks::{between, bishop_rays, checks_from, pawn_attacks, rook_rays};
use super::castling::Castling;
use super::mv::MoveKind;
use super::{BitBoard, Color, Move, Piece, Position, Square, zobrist};

impl Position {
    /// The position after a legal move (see [`Position::is_legal`]); an illegal move gives an invalid
    /// position.
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        match self.side {
            Color::White => self.play_as::<true>(mv),
            Color::Black => self.play_as::<false>(mv),
        }
    }

    /// The position after a null move. The side to move must not be in check.
    pub fn play_null(&self) -> Position {
        let black_moved = self.side == Color::Black;
        Position {
            side: !self.side,
            key: self.key ^ zobrist::black_to_move() ^ self.en_passant_key(),
            en_passant: None,
            halfmove_clock: self.halfmove_clock.wrapping_add(1),
            fullmove_number: self.fullmove_number.wrapping_add(u16::from(black_moved)),
            checkers: BitBoard::EMPTY,
            ..*self
        }
    }

    fn play_as<const WHITE: bool>(&self, mv: Move) -> Position {
        let us = if WHITE { Color::White } else { Color::Black };
        let them = !us;
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from);
        let (source, target) = (BitBoard::from(from), BitBoard::from(to));
        let leaves = zobrist::piece(us, piece, from);
        let arrives = zobrist::piece(us, piece, to);

        let mut next = *self;
        next.pieces[piece.index()].0 ^= source.0 | target.0;
        next.side = them;
        next.en_passant = None;
        next.halfmove_clock = self.halfmove_clock.wrapping_add(1);
        if !WHITE {
            next.fullmove_number = self.fullmove_number.wrapping_add(1);
        }
        let mut key = self.key ^ self.en_passant_key() ^ zobrist::black_to_move();
        key ^= leaves ^ arrives;
        let mut pawn_key = self.pawn_key;

        let mut others = self.by_color(them);
        if mv.is_capture() {
            next.halfmove_clock = 0;
            // En passant nothing stands on the target, which reads as a pawn too.
            let victim = self.piece_on(to);
            let square = victim_square(mv);
            let taken = BitBoard::from(square);
            let leaves = zobrist::piece(them, victim, square);
            next.pieces[victim.index()].0 ^= taken.0;
            others ^= taken;
            key ^= leaves;
            if victim == Piece::Pawn {
                pawn_key ^= leaves;
            }
        }
        next.colors[them.index()] = others;

        let king = self.king(them);
        let mut checks = checks_from(us, piece, king);
        if piece == Piece::Pawn {
            next.halfmove_clock = 0;
            pawn_key ^= leaves ^ arrives;
            if let Some(promoted) = mv.promotion() {
                next.pieces[Piece::Pawn.index()].0 ^= target.0;
                next.pieces[promoted.index()].0 ^= target.0;
                key ^= arrives ^ zobrist::piece(us, promoted, to);
                pawn_key ^= arrives;
                checks = checks_from(us, promoted, king);
            } else if mv.is_double_push() {
                let behind = Square::wrap(to.index() as u8 ^ 8);
                if self.grants_en_passant::<WHITE>(from, behind) {
                    next.en_passant = Some(behind);
                    key ^= zobrist::en_passant(behind);
                }
            }
        }
        next.pawn_key = pawn_key;

        let mut kept = self.by_color(us) ^ source;
        let mut straight = self.straight_sliders();
        let castling = self.castling.after_touching(from).after_touching(to);
        if castling != self.castling {
            next.castling = castling;
            key ^= zobrist::castling(self.castling) ^ zobrist::castling(castling);
            if mv.is_castle() {
                let castling = Castling::of(us, mv.kind() == MoveKind::CASTLE_LONG);
                let rook = castling.rook_squares();
                next.pieces[Piece::Rook.index()].0 ^= rook.0;
                kept ^= rook;
                straight ^= rook;
                for square in rook {
                    key ^= zobrist::piece(us, Piece::Rook, square);
                }
            }
        }
        next.key = key;
        next.colors[us.index()] = kept | target;

        let sliders = bishop_rays(king) & self.diagonal_sliders() | rook_rays(king) & straight;
        // Nothing attacked the king before: it is the piece that moved or what it uncovered.
        let attackers = sliders & kept | checks & target;
        next.checkers = unobstructed(king, attackers, kept | others | target);
        next
    }

    /// The likely key after a legal move, for prefetching. Wrong for castling, en passant and promotions,
    /// and where castling or en-passant rights change.
    #[inline]
    pub(crate) fn likely_key_after(&self, mv: Move) -> u64 {
        let (us, from, to) = (self.side, mv.from(), mv.to());
        let piece = self.piece_on(from);
        let mut key = self.key ^ self.en_passant_key() ^ zobrist::black_to_move();
        key ^= zobrist::piece(us, piece, from) ^ zobrist::piece(us, piece, to);
        if mv.is_capture() {
            key ^= zobrist::piece(!us, self.piece_on(to), to);
        }
        key
    }

    /// The key of the en-passant square.
    #[inline]
    fn en_passant_key(&self) -> u64 {
        self.en_passant.map_or(0, zobrist::en_passant)
    }

    /// Whether an enemy pawn may legally capture en passant after a double push from `from` over
    /// `behind`.
    #[inline]
    fn grants_en_passant<const WHITE: bool>(&self, from: Square, behind: Square) -> bool {
        let us = if WHITE { Color::White } else { Color::Black };
        let mut takers = pawn_attacks(us, behind) & self.colored(!us, Piece::Pawn);
        // The stepping pawn will be gone, so its first square is empty and it attacks nothing.
        let without = self.occupied() - from.into();
        let enemies = self.by_color(us) - from.into();
        takers.any(|taker| {
            let occupied = (without - taker.into()) | behind.into();
            !self.attackers(self.king(!us), occupied).meets(enemies)
        })
    }
}

/// The square of the captured piece; en passant it is behind the target.
#[inline]
fn victim_square(mv: Move) -> Square {
    Square::wrap(mv.to().index() as u8 ^ u8::from(mv.is_en_passant()) << 3)
}

/// The attackers whose line to the king is not blocked.
#[inline]
fn unobstructed(king: Square, attackers: BitBoard, occupied: BitBoard) -> BitBoard {
    attackers
        .filter(|&attacker| !between(king, attacker).meets(occupied))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play_all(position: Position, depth: u8, visit: &mut impl FnMut(&Position)) {
        visit(&position);
        if depth > 0 {
            for mv in position.legal_moves() {
                play_all(position.play(mv), depth - 1, visit);
            }
        }
    }

    #[test]
    fn keys_and_checkers_kept_by_moves_equal_those_computed_from_the_board() {
        for fen in crate::rules::perft::STANDARD.map(|case| case.fen) {
            let start = Position::from_fen(fen).unwrap();
            play_all(start, 3, &mut |position| {
                assert_eq!(
                    (position.key, position.pawn_key),
                    position.keys_from_nothing()
                );
                let mut derived = *position;
                derived.complete();
                assert_eq!(*position, derived);
            });
        }
    }

    #[test]
    fn the_likely_key_is_the_key_after_plain_moves_that_leave_the_rights_alone() {
        for fen in crate::rules::perft::STANDARD.map(|case| case.fen) {
            let start = Position::from_fen(fen).unwrap();
            play_all(start, 2, &mut |position| {
                for mv in position.legal_moves() {
                    let after = position.play(mv);
                    let plain = !mv.is_promotion() && !mv.is_en_passant() && !mv.is_castle();
                    if plain && after.castling == position.castling && after.en_passant.is_none() {
                        assert_eq!(position.likely_key_after(mv), after.key, "{mv}");
                    }
                }
            });
        }
    }

    #[test]
    fn an_en_passant_square_is_kept_only_where_a_pawn_may_take() {
        let after = |fen, mv| {
            let position = Position::from_fen(fen).unwrap();
            position.play(position.parse_uci(mv).unwrap()).en_passant()
        };
        assert_eq!(
            after("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4"),
            Some(Square::A3)
        );
        assert_eq!(after("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a4"), None);
        // The pawn that could take is pinned along the rank, once both pawns have gone.
        assert_eq!(after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4"), None);
        // … or to its king, diagonally.
        assert_eq!(after("8/8/8/2k5/3p4/4B3/2P5/4K3 w - - 0 1", "c2c4"), None);
    }

    #[test]
    fn a_pass_changes_the_side_and_nothing_on_the_board() {
        let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7").unwrap();
        let passed = position.play_null();
        assert_eq!(passed.to_fen(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 7");
        assert_eq!(
            passed.key(),
            Position::from_fen(&passed.to_fen()).unwrap().key()
        );
        assert_eq!(passed.play_null().fullmove_number(), 8);
    }
}
