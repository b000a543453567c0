//! The Universal Chess Interface as pure text: `parse` reads a line, `print` writes answers,
//! `peer` is for those who speak to other engines.
//!
//! The `ponder` program owns the streams and the threads. Nothing here panics, whatever the input.

mod parse;
pub mod peer;
mod print;

pub use parse::{Command, Go, SetOption, UciError, parse};
pub use print::{best_move, board, current_move, evaluation, game_over, line, unfinished};
