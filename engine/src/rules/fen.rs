//! Forsyth-Edwards Notation: a position as one line of text.

use super::castling::Castling;
use super::fen_error::{FenError, FenField, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK};
use super::validate::validate;
use super::{CastlingRights, Color, File, Piece, Position, Rank, Square};

impl Position {
    /// Parses a FEN. The two counters may be missing, as in EPD; they are then 0 and 1. An en-passant
    /// square without a legal capture is checked, then dropped.
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
    /// The first invalid field, or the first violated clause of `validate.rs`.
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
        // Pieces beyond the h-file are counted, and refused below.
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

/// The beginning of a text, for an error.
fn quote(text: &str) -> String {
    const MAX_QUOTED: usize = 24;
    text.chars().take(MAX_QUOTED).collect()
}
