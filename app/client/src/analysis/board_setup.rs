//! The board editor's position, which may be illegal.

use engine::rules::{CastlingRights, Color, FenError, File, Piece, Position, Rank, Square};

/// What a click on a square does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorTool {
    /// Places this piece; removes it where the same piece already stands.
    Piece(Color, Piece),
    /// Removes the piece.
    Erase,
}

/// The four castling rights in FEN's order, with the home squares of king and rook.
const RIGHTS: [(char, Color, Square, Square); 4] = [
    ('K', Color::White, Square::E1, Square::H1),
    ('Q', Color::White, Square::E1, Square::A1),
    ('k', Color::Black, Square::E8, Square::H8),
    ('q', Color::Black, Square::E8, Square::A8),
];

/// A board with the other fields of a FEN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardSetup {
    squares: [Option<(Color, Piece)>; 64],
    pub side_to_move: Color,
    /// The chosen castling rights. One without king and rook at home is not written.
    pub castling: [bool; 4],
    /// The en passant square.
    pub en_passant: Option<Square>,
    /// The half-move clock and the full-move number.
    counters: (u16, u16),
}

impl BoardSetup {
    pub fn from_position(position: &Position) -> Self {
        Self {
            squares: Square::ALL.map(|square| position.piece_at(square)),
            side_to_move: position.side_to_move(),
            castling: castling_flags(position.castling()),
            en_passant: position.en_passant(),
            counters: (position.halfmove_clock(), position.fullmove_number()),
        }
    }

    /// An empty board, White to move.
    pub fn empty() -> Self {
        Self {
            squares: [None; 64],
            side_to_move: Color::White,
            castling: [true; 4],
            en_passant: None,
            counters: (0, 1),
        }
    }

    pub fn piece_at(&self, square: Square) -> Option<(Color, Piece)> {
        self.squares[square.index()]
    }

    /// Clicks a square with the chosen tool.
    pub fn apply_tool(&mut self, square: Square, hold: EditorTool) {
        let piece = match hold {
            EditorTool::Piece(color, piece) => Some((color, piece)),
            EditorTool::Erase => None,
        };
        self.squares[square.index()] = piece.filter(|piece| self.piece_at(square) != Some(*piece));
        self.reset_counters();
    }

    /// Sets or clears a square.
    pub fn put(&mut self, square: Square, piece: Option<(Color, Piece)>) {
        self.squares[square.index()] = piece;
        self.reset_counters();
    }

    /// Moves a piece to another square, or off the board.
    pub fn move_piece(&mut self, from: Square, to: Option<Square>) {
        let piece = self.squares[from.index()].take();
        if let Some(to) = to {
            self.squares[to.index()] = piece;
        }
        self.reset_counters();
    }

    pub fn set_side_to_move(&mut self, side: Color) {
        self.side_to_move = side;
        self.reset_counters();
    }

    /// Whether king and rook of a right, by its index in FEN's order, are at home.
    pub fn can_castle(&self, right: usize) -> bool {
        let (_, color, king, rook) = RIGHTS[right];
        self.piece_at(king) == Some((color, Piece::King))
            && self.piece_at(rook) == Some((color, Piece::Rook))
    }

    /// The squares that a pawn of the other side may just have passed.
    pub fn en_passant_candidates(&self) -> Vec<Square> {
        // The pawn's origin, the square that it passed, and its destination.
        let (origin, passed, stands) = match self.side_to_move {
            Color::White => (Rank::SEVENTH, Rank::SIXTH, Rank::FIFTH),
            Color::Black => (Rank::SECOND, Rank::THIRD, Rank::FOURTH),
        };
        let has_passed = |file: &File| {
            let on = |rank| self.piece_at(Square::new(*file, rank));
            on(stands) == Some((!self.side_to_move, Piece::Pawn))
                && on(passed).is_none()
                && on(origin).is_none()
        };
        let files = File::ALL.into_iter().filter(has_passed);
        files.map(|file| Square::new(file, passed)).collect()
    }

    /// The position, if it is legal.
    ///
    /// # Errors
    /// Why it is illegal.
    pub fn position(&self) -> Result<Position, FenError> {
        Position::from_fen(&self.fen())
    }

    /// The FEN of the board, legal or not.
    pub fn fen(&self) -> String {
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let Some((color, piece)) = self.piece_at(Square::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                push_empty_squares(&mut text, &mut empty);
                text.push(piece.fen_char(color));
            }
            push_empty_squares(&mut text, &mut empty);
            if rank != Rank::FIRST {
                text.push('/');
            }
        }
        text.push_str(match self.side_to_move {
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

    /// Resets the move counters after an edit, and drops an impossible en passant square.
    fn reset_counters(&mut self) {
        self.counters = (0, 1);
        let still = self.en_passant_candidates();
        self.en_passant = self.en_passant.filter(|square| still.contains(square));
    }
}

fn castling_flags(rights: CastlingRights) -> [bool; 4] {
    let has = |color| [rights.short(color), rights.long(color)];
    let ([a, b], [c, d]) = (has(Color::White), has(Color::Black));
    [a, b, c, d]
}

fn push_empty_squares(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}
