//! Why a text is no FEN of a legal position.

use std::fmt;

use super::{Color, Rank, Square};

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
