//! Playing a move: copy the position, change the copy.
//!
//! Copying was chosen over making and unmaking: a position is 96 bytes, six vector registers, and
//! nothing has to be put back.

use super::attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use super::castling::Castling;
use super::mv::Kind;
use super::{BitBoard, Color, Move, Piece, Position, Square, zobrist};

impl Position {
    /// The position after a move, which must be legal here (see [`Position::is_legal`]); after any
    /// other move the result is no position of chess.
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        match self.side {
            Color::White => self.play_as::<true>(mv),
            Color::Black => self.play_as::<false>(mv),
        }
    }

    /// The position after a pass. The side to move must not be in check.
    pub fn play_null(&self) -> Position {
        let mut next = *self;
        next.clear_en_passant();
        next.side = !self.side;
        next.key ^= zobrist::black_to_move();
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.fullmove_number = self
            .fullmove_number
            .saturating_add(u16::from(self.side == Color::Black));
        next.checkers = BitBoard::EMPTY;
        next
    }

    #[inline]
    fn play_as<const WHITE: bool>(&self, mv: Move) -> Position {
        let us = if WHITE { Color::White } else { Color::Black };
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from);

        let mut next = *self;
        next.clear_en_passant();
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if mv.is_capture() {
            next.take::<WHITE>(mv);
        }
        next.shift::<WHITE>(piece, from, to);
        if piece == Piece::Pawn {
            next.halfmove_clock = 0;
            next.pawn_key ^= zobrist::piece(us, piece, from) ^ zobrist::piece(us, piece, to);
            if let Some(promoted) = mv.promotion() {
                next.promote::<WHITE>(promoted, to);
            }
        }
        let castling = self.castling.after_touching(from).after_touching(to);
        if castling != self.castling {
            next.castling = castling;
            next.key ^= zobrist::castling(self.castling) ^ zobrist::castling(castling);
            if mv.is_castle() {
                let castling = Castling::of(us, mv.kind() == Kind::CASTLE_LONG);
                next.shift::<WHITE>(Piece::Rook, castling.rook_from, castling.rook_to);
            }
        }
        next.pass_turn::<WHITE>();
        if mv.is_double_push() {
            next.offer_en_passant::<WHITE>(to);
        }
        next
    }

    /// Moves one of the own pieces.
    #[inline]
    fn shift<const WHITE: bool>(&mut self, piece: Piece, from: Square, to: Square) {
        let us = if WHITE { Color::White } else { Color::Black };
        let squares = BitBoard::from(from) | to.into();
        self.pieces[piece.index()] ^= squares;
        self.colors[us.index()] ^= squares;
        self.key ^= zobrist::piece(us, piece, from) ^ zobrist::piece(us, piece, to);
    }

    /// Takes an enemy piece off the board.
    #[inline]
    fn take<const WHITE: bool>(&mut self, mv: Move) {
        let them = if WHITE { Color::Black } else { Color::White };
        let square = if mv.is_en_passant() {
            Square::new(mv.to().file(), mv.from().rank())
        } else {
            mv.to()
        };
        let piece = self.piece_on(square);
        self.pieces[piece.index()] ^= square.into();
        self.colors[them.index()] ^= square.into();
        self.key ^= zobrist::piece(them, piece, square);
        if piece == Piece::Pawn {
            self.pawn_key ^= zobrist::piece(them, piece, square);
        }
        self.halfmove_clock = 0;
    }

    /// Replaces the pawn that has reached the last rank.
    #[inline]
    fn promote<const WHITE: bool>(&mut self, promoted: Piece, square: Square) {
        let us = if WHITE { Color::White } else { Color::Black };
        let pawn = zobrist::piece(us, Piece::Pawn, square);
        self.pieces[Piece::Pawn.index()] ^= square.into();
        self.pieces[promoted.index()] ^= square.into();
        self.key ^= pawn ^ zobrist::piece(us, promoted, square);
        self.pawn_key ^= pawn;
    }

    /// Gives the move to the other side and finds who checks it.
    #[inline]
    fn pass_turn<const WHITE: bool>(&mut self) {
        let (us, them) = if WHITE {
            (Color::White, Color::Black)
        } else {
            (Color::Black, Color::White)
        };
        self.side = them;
        self.key ^= zobrist::black_to_move();
        if !WHITE {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        let king = self.king(them);
        let occupied = self.occupied();
        let checks = knight_attacks(king) & self.pieces(Piece::Knight)
            | pawn_attacks(them, king) & self.pieces(Piece::Pawn)
            | bishop_attacks(king, occupied) & self.diagonal_sliders()
            | rook_attacks(king, occupied) & self.straight_sliders();
        self.checkers = checks & self.by_color(us);
    }

    #[inline]
    fn clear_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square);
        }
    }

    /// After a double step to `to`, with the turn already passed: notes the square behind if a
    /// pawn may take there.
    #[inline]
    fn offer_en_passant<const WHITE: bool>(&mut self, to: Square) {
        let (us, behind) = if WHITE {
            (Color::White, Square::wrap(to.index() as u8 - 8))
        } else {
            (Color::Black, Square::wrap(to.index() as u8 + 8))
        };
        let takers = pawn_attacks(us, behind) & self.colored(!us, Piece::Pawn);
        if !takers.is_empty() && self.can_take_en_passant(behind) {
            self.en_passant = Some(behind);
            self.key ^= zobrist::en_passant(behind);
        }
    }
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
