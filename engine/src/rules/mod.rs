//! The rules of chess: squares, pieces, positions, moves, games and their notations.
//!
//! Start with `square`, `bitboard`, `mv`, `position`, `game`, in this order.
//!
//! Architecture invariant: uses no other module of the crate.

pub(crate) mod attacks;
mod bitboard;
mod castling;
mod chess_clock;
mod fen;
mod fen_error;
mod game;
mod legal;
mod magics;
mod make;
mod material;
mod movegen;
mod mv;
mod outcome;
mod perft;
pub mod pgn;
mod piece;
mod position;
mod replay;
pub mod san;
mod see;
mod square;
mod tree;
mod uci;
mod validate;
mod zobrist;

pub use attacks::attacks_of;
pub use bitboard::BitBoard;
pub use castling::CastlingRights;
pub use chess_clock::{ChessClock, ClockReading};
pub use fen_error::{FenError, FenField, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK};
pub use game::{Game, IllegalMove};
pub use mv::{Move, MoveList};
pub use outcome::{Outcome, Reason, UnknownReason};
pub use perft::{PerftCase, STANDARD as PERFT_CASES, perft, perft_divide, perft_one_by_one};
pub use piece::{Color, Piece};
pub use position::Position;
pub use replay::ReplayError;
pub use san::SanError;
pub use see::EXCHANGE_VALUES;
pub use square::{File, Rank, Square, SquareError};
pub use tree::{GameTree, NodeId};
pub use uci::MoveError;
