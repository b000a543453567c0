//! Playing a move: the next position is computed from this one.
//!
//! Copying was chosen over making and unmaking: a position is 96 bytes, six vector registers, and
//! nothing has to be put back. The new one is written once, as a whole: a copy that is then changed
//! in place stalls the processor, which has to gather a wide read from narrow writes.

use super::attacks::{between, bishop_rays, knight_attacks, pawn_attacks, rook_rays};
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
        let (us, them) = if WHITE {
            (Color::White, Color::Black)
        } else {
            (Color::Black, Color::White)
        };
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from);
        let placed = mv.promotion().unwrap_or(piece);
        let target = BitBoard::from(to);

        let mut key = self.key ^ zobrist::black_to_move() ^ self.en_passant_key();
        let (leaves, arrives) = (
            zobrist::piece(us, piece, from),
            zobrist::piece(us, placed, to),
        );
        key ^= leaves ^ arrives;
        let mut pawn_key = self.pawn_key;
        let mut halfmove_clock = self.halfmove_clock.wrapping_add(1);
        if piece == Piece::Pawn {
            halfmove_clock = 0;
            pawn_key ^= leaves;
            if placed == Piece::Pawn {
                pawn_key ^= arrives;
            }
        }

        let mut taken = BitBoard::EMPTY;
        if mv.is_capture() {
            halfmove_clock = 0;
            let square = if mv.is_en_passant() {
                Square::new(to.file(), from.rank())
            } else {
                to
            };
            taken = square.into();
            let victim = self.piece_on(square);
            let leaves = zobrist::piece(them, victim, square);
            key ^= leaves;
            if victim == Piece::Pawn {
                pawn_key ^= leaves;
            }
        }

        let castling = self.castling.after_touching(from).after_touching(to);
        key ^= zobrist::castling(self.castling) ^ zobrist::castling(castling);
        let mut rook = BitBoard::EMPTY;
        if mv.is_castle() {
            let castling = Castling::of(us, mv.kind() == Kind::CASTLE_LONG);
            rook = BitBoard::from(castling.rook_from) | castling.rook_to.into();
            key ^= zobrist::piece(us, Piece::Rook, castling.rook_from)
                ^ zobrist::piece(us, Piece::Rook, castling.rook_to);
        }

        let gone = taken | from.into();
        let mut pieces = [BitBoard::EMPTY; 6];
        for index in 0..6 {
            pieces[index] = (self.pieces[index] - gone) | target & PLACED[placed.index()][index];
        }
        pieces[Piece::Rook.index()] ^= rook;
        let mut colors = [BitBoard::EMPTY; 2];
        colors[us.index()] = ((self.by_color(us) - from.into()) | target) ^ rook;
        colors[them.index()] = self.by_color(them) - taken;

        let mut en_passant = None;
        if mv.is_double_push() {
            let behind = Square::wrap(to.index() as u8 ^ 8);
            if self.grants_en_passant::<WHITE>(from, behind) {
                en_passant = Some(behind);
                key ^= zobrist::en_passant(behind);
            }
        }

        Position {
            pieces,
            colors,
            key,
            pawn_key,
            checkers: checkers(&pieces, &colors, us),
            side: them,
            castling,
            en_passant,
            halfmove_clock,
            fullmove_number: self.fullmove_number.wrapping_add(u16::from(!WHITE)),
        }
    }

    /// The part of the key that an en-passant square adds.
    #[inline]
    fn en_passant_key(&self) -> u64 {
        self.en_passant.map_or(0, zobrist::en_passant)
    }

    /// Whether an enemy pawn may legally take the pawn that steps from `from` over `behind`.
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

/// All squares where row and column name the same piece, none elsewhere.
static PLACED: [[BitBoard; 6]; 6] = {
    let mut masks = [[BitBoard::EMPTY; 6]; 6];
    let mut piece = 0;
    while piece < 6 {
        masks[piece][piece] = BitBoard::FULL;
        piece += 1;
    }
    masks
};

/// The pieces of `us` that attack the other king.
#[inline]
fn checkers(pieces: &[BitBoard; 6], colors: &[BitBoard; 2], us: Color) -> BitBoard {
    let [pawns, knights, bishops, rooks, queens, kings] = *pieces;
    let (ours, theirs) = (colors[us.index()], colors[(!us).index()]);
    let king = Square::wrap((kings & theirs).0.trailing_zeros() as u8);
    let mut checkers = knight_attacks(king) & knights | pawn_attacks(!us, king) & pawns;
    checkers &= ours;
    let sliders = bishop_rays(king) & (bishops | queens) | rook_rays(king) & (rooks | queens);
    for slider in sliders & ours {
        if !between(king, slider).meets(ours | theirs) {
            checkers |= slider.into();
        }
    }
    checkers
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
