//! A position that is being set up: pieces anywhere, legal or not yet.

use engine::rules::{CastlingRights, Color, FenError, File, Piece, Position, Rank, Square};

/// What a press on a square does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// Puts this piece there; where it stands already, takes it away.
    Piece(Color, Piece),
    /// Takes away what stands there.
    Nothing,
}

/// The four castling rights with the squares of their king and rook, in FEN's order.
const RIGHTS: [(char, Color, Square, Square); 4] = [
    ('K', Color::White, Square::E1, Square::H1),
    ('Q', Color::White, Square::E1, Square::A1),
    ('k', Color::Black, Square::E8, Square::H8),
    ('q', Color::Black, Square::E8, Square::A8),
];

/// A board with what a FEN says beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placing {
    squares: [Option<(Color, Piece)>; 64],
    /// Who is to move.
    pub side: Color,
    /// Wanted rights; those count for which king and rook stand at home.
    pub castling: [bool; 4],
    /// The square that a pawn has just passed.
    pub en_passant: Option<Square>,
    /// Half-moves without a capture or a pawn's move, and the number of the next move.
    counters: (u16, u16),
}

impl Placing {
    /// A board as it stands.
    pub fn of(position: &Position) -> Self {
        Self {
            squares: Square::ALL.map(|square| position.piece_at(square)),
            side: position.side_to_move(),
            castling: rights(position.castling()),
            en_passant: position.en_passant(),
            counters: (position.halfmove_clock(), position.fullmove_number()),
        }
    }

    /// A board without pieces, White to move.
    pub fn empty() -> Self {
        Self {
            squares: [None; 64],
            side: Color::White,
            castling: [true; 4],
            en_passant: None,
            counters: (0, 1),
        }
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<(Color, Piece)> {
        self.squares[square.index()]
    }

    /// Presses a square with something in the hand.
    pub fn press(&mut self, square: Square, hold: Hold) {
        let piece = match hold {
            Hold::Piece(color, piece) => Some((color, piece)),
            Hold::Nothing => None,
        };
        self.squares[square.index()] = piece.filter(|piece| self.at(square) != Some(*piece));
        self.changed();
    }

    /// Puts a piece on a square, whatever stood there.
    pub fn put(&mut self, square: Square, piece: Option<(Color, Piece)>) {
        self.squares[square.index()] = piece;
        self.changed();
    }

    /// Moves a piece to another square, or away from the board.
    pub fn carry(&mut self, from: Square, to: Option<Square>) {
        let piece = self.squares[from.index()].take();
        if let Some(to) = to {
            self.squares[to.index()] = piece;
        }
        self.changed();
    }

    /// Gives the other side the move, or this one.
    pub fn turn_to(&mut self, side: Color) {
        self.side = side;
        self.changed();
    }

    /// Whether king and rook of a right, in FEN's order, stand at home.
    pub fn can_castle(&self, right: usize) -> bool {
        let (_, color, king, rook) = RIGHTS[right];
        self.at(king) == Some((color, Piece::King)) && self.at(rook) == Some((color, Piece::Rook))
    }

    /// The squares that a pawn of the other side may just have passed.
    pub fn passed_squares(&self) -> Vec<Square> {
        // The pawn's origin, the square that it passed, and where it stands.
        let (origin, passed, stands) = match self.side {
            Color::White => (Rank::SEVENTH, Rank::SIXTH, Rank::FIFTH),
            Color::Black => (Rank::SECOND, Rank::THIRD, Rank::FOURTH),
        };
        let has_passed = |file: &File| {
            let on = |rank| self.at(Square::new(*file, rank));
            on(stands) == Some((!self.side, Piece::Pawn))
                && on(passed).is_none()
                && on(origin).is_none()
        };
        let files = File::ALL.into_iter().filter(has_passed);
        files.map(|file| Square::new(file, passed)).collect()
    }

    /// The position.
    ///
    /// # Errors
    /// What is missing to a legal one.
    pub fn position(&self) -> Result<Position, FenError> {
        Position::from_fen(&self.fen())
    }

    /// The board as FEN, legal or not.
    pub fn fen(&self) -> String {
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let Some((color, piece)) = self.at(Square::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                push_empty(&mut text, &mut empty);
                text.push(piece.fen_char(color));
            }
            push_empty(&mut text, &mut empty);
            if rank != Rank::FIRST {
                text.push('/');
            }
        }
        text.push_str(match self.side {
            Color::White => " w ",
            Color::Black => " b ",
        });
        let wanted = (0..4).filter(|&right| self.castling[right] && self.can_castle(right));
        let rights: String = wanted.map(|right| RIGHTS[right].0).collect();
        text.push_str(if rights.is_empty() { "-" } else { &rights });
        match self.en_passant {
            Some(square) => text.push_str(&format!(" {square}")),
            None => text.push_str(" -"),
        }
        let (halfmoves, number) = self.counters;
        text.push_str(&format!(" {halfmoves} {number}"));
        text
    }

    /// After a change the counters begin anew, and it may leave no pawn that has passed the square.
    fn changed(&mut self) {
        self.counters = (0, 1);
        let still = self.passed_squares();
        self.en_passant = self.en_passant.filter(|square| still.contains(square));
    }
}

fn rights(rights: CastlingRights) -> [bool; 4] {
    let has = |color| [rights.short(color), rights.long(color)];
    let ([a, b], [c, d]) = (has(Color::White), has(Color::Black));
    [a, b, c, d]
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}
