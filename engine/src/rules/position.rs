//! A position: pieces, side to move, castling and en-passant rights, clocks; no history.

use std::fmt;

use super::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, prepare, rook_attacks,
};
use super::{BitBoard, CastlingRights, Color, File, Piece, Square, zobrist};

/// A legal position, 96 bytes; [`Position::play`] returns the next one.
///
/// Every position is legal as `validate.rs` defines it, since it comes from a validated FEN by legal
/// moves. Two positions are equal when their FENs are.
///
/// ```
/// use engine::rules::{Color, Position};
///
/// let position = Position::startpos();
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.legal_moves().len(), 20);
///
/// let next = position.play(position.parse_uci("g1f3").unwrap());
/// assert_eq!(next.to_fen(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) pieces: [BitBoard; 6],
    pub(super) colors: [BitBoard; 2],
    pub(super) key: u64,
    pub(super) pawn_key: u64,
    pub(super) checkers: BitBoard,
    pub(super) side: Color,
    pub(super) castling: CastlingRights,
    /// Set only where an en-passant capture is legal.
    pub(super) en_passant: Option<Square>,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
}

impl Position {
    /// The start position of chess.
    pub fn startpos() -> Position {
        Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            // Not `expect`, which would print the error: its words are a kilobyte of the browser's bundle.
            .unwrap_or_else(|_| unreachable!("the start position is legal"))
    }

    /// An empty board for the parser. Every other position is made from one, so the attack tables are
    /// prepared whenever a position exists.
    pub(super) fn empty() -> Position {
        prepare();
        Position {
            pieces: [BitBoard::EMPTY; 6],
            colors: [BitBoard::EMPTY; 2],
            key: 0,
            pawn_key: 0,
            checkers: BitBoard::EMPTY,
            side: Color::White,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Puts a piece on an empty square without updating the keys.
    pub(super) fn place(&mut self, color: Color, piece: Piece, square: Square) {
        self.pieces[piece.index()] |= square.into();
        self.colors[color.index()] |= square.into();
    }

    /// Computes keys and checkers, and drops an en-passant square without a legal capture.
    pub(super) fn complete(&mut self) {
        self.checkers = self.attackers(self.king(self.side), self.occupied()) & self.them();
        self.en_passant = self
            .en_passant
            .filter(|&square| self.can_take_en_passant(square));
        (self.key, self.pawn_key) = self.keys_from_nothing();
    }

    /// The keys as `play` must leave them, computed from the whole board.
    pub(super) fn keys_from_nothing(&self) -> (u64, u64) {
        let (mut key, mut pawn_key) = (zobrist::castling(self.castling), 0);
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in self.colored(color, piece) {
                    key ^= zobrist::piece(color, piece, square);
                    if piece == Piece::Pawn {
                        pawn_key ^= zobrist::piece(color, piece, square);
                    }
                }
            }
        }
        if self.side == Color::Black {
            key ^= zobrist::black_to_move();
        }
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square);
        }
        (key, pawn_key)
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<(Color, Piece)> {
        let color = if self.colors[0].has(square) {
            Color::White
        } else if self.colors[1].has(square) {
            Color::Black
        } else {
            return None;
        };
        Some((color, self.piece_on(square)))
    }

    /// The type of the piece on a square, a pawn on an empty one. Branch-free, since every move needs
    /// it.
    #[inline]
    pub(super) fn piece_on(&self, square: Square) -> Piece {
        let [_, knights, bishops, rooks, queens, kings] = self.pieces;
        let bit = |set: BitBoard| (set.0 >> square.index() & 1) as usize;
        // The bits are the type's index; written like this, the compiler sees that.
        let index = bit(knights | rooks | kings) | bit(bishops | rooks) << 1;
        match index | bit(queens | kings) << 2 {
            1 => Piece::Knight,
            2 => Piece::Bishop,
            3 => Piece::Rook,
            4 => Piece::Queen,
            5 => Piece::King,
            _ => Piece::Pawn,
        }
    }

    /// The pieces of a type, of both colours.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.pieces[piece.index()]
    }

    /// The pieces of a colour.
    #[inline]
    pub fn by_color(&self, color: Color) -> BitBoard {
        self.colors[color.index()]
    }

    /// The pieces of a colour and type.
    #[inline]
    pub fn colored(&self, color: Color, piece: Piece) -> BitBoard {
        self.by_color(color) & self.pieces(piece)
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }

    /// The king's square.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        // Each side has exactly one king; `wrap` drops the bounds check.
        Square::wrap(self.colored(color, Piece::King).0.trailing_zeros() as u8)
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> BitBoard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The castling rights.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The en-passant square, where a capture is legal.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move; at 100 a draw can be claimed.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The full-move number, from 1; incremented after Black's move.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The Zobrist key, equal for repetitions: without the clocks, and with the en-passant square only
    /// where a capture is legal.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The Zobrist key of the pawns alone.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    #[inline]
    pub(super) fn us(&self) -> BitBoard {
        self.by_color(self.side)
    }

    #[inline]
    pub(super) fn them(&self) -> BitBoard {
        self.by_color(!self.side)
    }

    /// Bishops and queens of both colours.
    #[inline]
    pub(super) fn diagonal_sliders(&self) -> BitBoard {
        self.pieces(Piece::Bishop) | self.pieces(Piece::Queen)
    }

    /// Rooks and queens of both colours.
    #[inline]
    pub(super) fn straight_sliders(&self) -> BitBoard {
        self.pieces(Piece::Rook) | self.pieces(Piece::Queen)
    }

    /// The pieces of both colours that attack a square with this occupancy.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, occupied: BitBoard) -> BitBoard {
        knight_attacks(square) & self.pieces(Piece::Knight)
            | king_attacks(square) & self.pieces(Piece::King)
            | pawn_attacks(Color::White, square) & self.colored(Color::Black, Piece::Pawn)
            | pawn_attacks(Color::Black, square) & self.colored(Color::White, Piece::Pawn)
            | bishop_attacks(square, occupied) & self.diagonal_sliders()
            | rook_attacks(square, occupied) & self.straight_sliders()
    }

    /// The squares that the opponent's pieces attack or guard.
    pub(crate) fn threats(&self) -> BitBoard {
        let (them, occupied) = (self.them(), self.occupied());
        let pawns = self.pieces(Piece::Pawn) & them;
        let toward_a = pawns - BitBoard::file(File::A);
        let toward_h = pawns - BitBoard::file(File::H);
        let mut squares = match self.side {
            Color::White => toward_a.shift::<-9>() | toward_h.shift::<-7>(),
            Color::Black => toward_a.shift::<7>() | toward_h.shift::<9>(),
        };
        squares |= king_attacks(self.king(!self.side));
        for from in self.pieces(Piece::Knight) & them {
            squares |= knight_attacks(from);
        }
        for from in self.diagonal_sliders() & them {
            squares |= bishop_attacks(from, occupied);
        }
        for from in self.straight_sliders() & them {
            squares |= rook_attacks(from, occupied);
        }
        squares
    }

    /// Whether the side to move has a legal en-passant capture on this square.
    pub(super) fn can_take_en_passant(&self, square: Square) -> bool {
        let mut takers = pawn_attacks(!self.side, square) & self.colored(self.side, Piece::Pawn);
        takers.any(|from| self.en_passant_is_safe(from, square))
    }

    /// Whether the own king is safe after an en-passant capture. Both pawns leave their rank at once,
    /// which pin masks do not cover.
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let taken = BitBoard::from(Square::new(to.file(), from.rank()));
        let occupied = (self.occupied() - taken - from.into()) | to.into();
        let attackers = self.attackers(self.king(self.side), occupied);
        !attackers.meets(self.them() - taken)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::startpos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_the_squares_with_an_attacker_of_the_opponent() {
        fn walk(position: &Position, depth: u8) {
            let (them, occupied) = (
                position.by_color(!position.side_to_move()),
                position.occupied(),
            );
            let expected = BitBoard::FULL
                .filter(|&square| position.attackers(square, occupied).meets(them))
                .fold(BitBoard::EMPTY, |set, square| set | square.into());
            assert!(position.threats() == expected, "{position}");
            if depth > 0 {
                for &mv in position.legal_moves().iter() {
                    walk(&position.play(mv), depth - 1);
                }
            }
        }
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            walk(&Position::from_fen(fen).unwrap(), 3);
        }
    }
}
