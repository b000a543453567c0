//! The Universal Chess Interface as pure text: `parse` reads a line, with `go` and `options` for
//! the two that say much; `print` writes answers, `peer` is for those who speak to other engines.
//!
//! The `ponder` program owns the streams and the threads. Nothing here panics, whatever the input.

mod go;
mod options;
mod parse;
pub mod peer;
mod print;
mod settings;

pub use go::Go;
pub use options::SetOption;
pub use parse::{Command, UciError, parse};
pub use print::{best_move, board, current_move, evaluation, game_over, line, unfinished};
pub use settings::Settings;
