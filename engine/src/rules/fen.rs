//! Forsyth-Edwards Notation: a position as one line of text.

use std::fmt;

use super::castling::Castling;
use super::validate::validate;
use super::{CastlingRights, Color, File, Piece, Position, Rank, Square};

/// The highest half-move clock accepted: after 150 half-moves even FIDE's 75-move rule has ended
/// the game.
pub const MAX_HALFMOVE_CLOCK: u16 = 150;

/// The highest full-move number accepted. No game can be longer than 8,849 moves.
pub const MAX_FULLMOVE_NUMBER: u16 = 9_999;

/// The part of a FEN that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenField {
    Board,
    SideToMove,
    Castling,
    EnPassant,
    HalfmoveClock,
    FullmoveNumber,
    /// What follows the sixth field.
    Rest,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Board => "board",
            FenField::SideToMove => "side to move",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::HalfmoveClock => "halfmove clock",
            FenField::FullmoveNumber => "fullmove number",
            FenField::Rest => "rest",
        })
    }
}

/// Why a text is no FEN of a legal position. [`FenError::field`] says which part is to blame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    #[error("{0}: missing; a FEN has a board, a side, castling rights and an en-passant square")]
    Missing(FenField),
    #[error("rest: expected nothing after the sixth field, found {found:?}")]
    Rest { found: String },
    #[error("board: expected 8 ranks separated by '/', found {found}")]
    Ranks { found: usize },
    #[error("board: expected 8 squares on rank {rank}, found {found}")]
    RankLength { rank: Rank, found: usize },
    #[error("board: expected a piece (PNBRQKpnbrqk) or 1 to 8 on rank {rank}, found {found:?}")]
    Letter { rank: Rank, found: char },
    #[error("board: expected one number for adjacent empty squares on rank {rank}, found two")]
    AdjacentDigits { rank: Rank },
    #[error("board: expected one {color} king, found {found}")]
    Kings { color: Color, found: usize },
    #[error("board: the kings touch")]
    KingsTouch,
    #[error("board: a pawn can't stand on {square}")]
    PawnRank { square: Square },
    #[error("board: expected at most 16 {color} pieces, found {found}")]
    TooManyPieces { color: Color, found: usize },
    #[error("board: expected at most 8 {color} pawns, found {found}")]
    TooManyPawns { color: Color, found: usize },
    #[error("board: {color} has {promoted} promoted pieces, but only {missing} pawns are missing")]
    TooManyPromoted {
        color: Color,
        promoted: usize,
        missing: usize,
    },
    #[error("board: at most 2 pieces can give check at once, found {found}")]
    TooManyCheckers { found: usize },
    #[error("side to move: expected w or b, found {found:?}")]
    Side { found: String },
    #[error("side to move: {side} is to move while the other king is in check")]
    OpponentInCheck { side: Color },
    #[error("castling: expected - or some of KQkq, each once, found {found:?}")]
    Castling { found: String },
    #[error("castling: {right} needs its king on {king} and its rook on {rook}")]
    CastlingPieces {
        right: char,
        king: Square,
        rook: Square,
    },
    #[error("en passant: expected - or a square, found {found:?}")]
    EnPassant { found: String },
    #[error("en passant: expected a square on rank {expected}, found {found}")]
    EnPassantRank { expected: Rank, found: Square },
    #[error("en passant: no pawn on {pawn} has just passed {square}")]
    EnPassantPawn { square: Square, pawn: Square },
    #[error("en passant: {square} must be empty, since a pawn has just crossed or left it")]
    EnPassantBlocked { square: Square },
    #[error("en passant: a pawn that has just passed {square} can't have left this check")]
    EnPassantCheck { square: Square },
    #[error("halfmove clock: expected a number from 0 to {MAX_HALFMOVE_CLOCK}, found {found:?}")]
    HalfmoveClock { found: String },
    #[error("fullmove number: expected a number from 1 to {MAX_FULLMOVE_NUMBER}, found {found:?}")]
    FullmoveNumber { found: String },
}

impl FenError {
    /// The field that is to blame.
    pub fn field(&self) -> FenField {
        use FenError::*;
        match self {
            Missing(field) => *field,
            Rest { .. } => FenField::Rest,
            Ranks { .. }
            | RankLength { .. }
            | Letter { .. }
            | AdjacentDigits { .. }
            | Kings { .. }
            | KingsTouch
            | PawnRank { .. }
            | TooManyPieces { .. }
            | TooManyPawns { .. }
            | TooManyPromoted { .. }
            | TooManyCheckers { .. } => FenField::Board,
            Side { .. } | OpponentInCheck { .. } => FenField::SideToMove,
            Castling { .. } | CastlingPieces { .. } => FenField::Castling,
            EnPassant { .. }
            | EnPassantRank { .. }
            | EnPassantPawn { .. }
            | EnPassantBlocked { .. }
            | EnPassantCheck { .. } => FenField::EnPassant,
            HalfmoveClock { .. } => FenField::HalfmoveClock,
            FullmoveNumber { .. } => FenField::FullmoveNumber,
        }
    }
}

impl Position {
    /// Reads a FEN. The two counters may be missing, as in EPD: they are then 0 and 1. An
    /// en-passant square where no pawn may legally take is checked, then forgotten.
    ///
    /// ```
    /// use engine::rules::{FenField, Position};
    ///
    /// assert!(Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - -").is_ok());
    ///
    /// let error = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w K - 0 1").unwrap_err();
    /// assert_eq!(error.field(), FenField::Castling);
    /// assert_eq!(error.to_string(), "castling: K needs its king on e1 and its rook on h1");
    /// ```
    ///
    /// # Errors
    /// The first field that can't be read, or the first clause of `validate.rs` that is broken.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut position = Position::empty();
        let mut next = |field| fields.next().ok_or(FenError::Missing(field));
        read_board(&mut position, next(FenField::Board)?)?;
        position.side = read_side(next(FenField::SideToMove)?)?;
        position.castling = read_castling(next(FenField::Castling)?)?;
        position.en_passant = read_en_passant(next(FenField::EnPassant)?)?;
        if let Some(text) = fields.next() {
            position.halfmove_clock = read_number(text, 0, MAX_HALFMOVE_CLOCK)
                .ok_or_else(|| FenError::HalfmoveClock { found: quote(text) })?;
        }
        if let Some(text) = fields.next() {
            position.fullmove_number = read_number(text, 1, MAX_FULLMOVE_NUMBER)
                .ok_or_else(|| FenError::FullmoveNumber { found: quote(text) })?;
        }
        if let Some(text) = fields.next() {
            return Err(FenError::Rest { found: quote(text) });
        }
        validate(&position)?;
        position.complete();
        Ok(position)
    }

    /// Writes the FEN, all six fields.
    pub fn to_fen(&self) -> String {
        let mut fen = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.piece_at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some((color, piece)) => {
                        push_digit(&mut fen, empty);
                        empty = 0;
                        fen.push(piece.fen_char(color));
                    }
                }
            }
            push_digit(&mut fen, empty);
            if rank != Rank::FIRST {
                fen.push('/');
            }
        }
        let en_passant = self
            .en_passant
            .map_or("-".to_owned(), |square| square.to_string());
        let (side, castling) = (self.side.char(), self.castling);
        let (half, full) = (self.halfmove_clock, self.fullmove_number);
        fen + &format!(" {side} {castling} {en_passant} {half} {full}")
    }
}

fn push_digit(fen: &mut String, empty: u8) {
    if empty > 0 {
        fen.push(char::from(b'0' + empty));
    }
}

fn read_board(position: &mut Position, text: &str) -> Result<(), FenError> {
    let found = text.split('/').count();
    if found != 8 {
        return Err(FenError::Ranks { found });
    }
    for (rank, line) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
        read_rank(position, rank, line)?;
    }
    Ok(())
}

fn read_rank(position: &mut Position, rank: Rank, line: &str) -> Result<(), FenError> {
    let mut length = 0_usize;
    let mut after_digit = false;
    for letter in line.chars() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            if after_digit {
                return Err(FenError::AdjacentDigits { rank });
            }
            after_digit = true;
            length += empty as usize;
            continue;
        }
        after_digit = false;
        let Some(piece) = Piece::from_char(letter.to_ascii_lowercase()) else {
            return Err(FenError::Letter {
                rank,
                found: letter,
            });
        };
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        // What is too far right is counted, and refused below.
        if let Some(&file) = File::ALL.get(length) {
            position.place(color, piece, Square::new(file, rank));
        }
        length += 1;
    }
    if length == 8 {
        Ok(())
    } else {
        Err(FenError::RankLength {
            rank,
            found: length,
        })
    }
}

fn read_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::Side { found: quote(text) }),
    }
}

fn read_castling(text: &str) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        rights = Castling::ALL
            .iter()
            .find(|castling| castling.letter == letter && !rights.has(castling))
            .map(|castling| rights.with(castling))
            .ok_or_else(|| FenError::Castling { found: quote(text) })?;
    }
    Ok(rights)
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| FenError::EnPassant { found: quote(text) })
}

fn read_number(text: &str, least: u16, most: u16) -> Option<u16> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
}

/// The beginning of a hostile text, for an error.
fn quote(text: &str) -> String {
    const MAX_QUOTED: usize = 24;
    text.chars().take(MAX_QUOTED).collect()
}
