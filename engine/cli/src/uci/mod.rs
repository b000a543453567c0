//! The Universal Chess Interface as pure text: `parse` reads a line from a GUI, with `go` and
//! `options` (over `option`) for its two long commands; `print` writes the engine's answers; `gui` is the GUI's side
//! of the protocol, for matches against other programs.
//!
//! Architecture invariant: knows no streams and no threads. Nothing here panics, whatever the input.

pub mod declared_option;
mod error;
mod go;
pub mod gui;
mod numbers;
mod option;
mod options;
mod parse;
mod print;
mod settings;

pub use error::UciError;
pub use go::GoCommand;
pub use option::{SetOption, SideEffect, UciOption};
pub use options::OPTIONS;
pub use parse::{Command, parse};
pub use print::{
    best_move, board, current_move, evaluation, game_over, info_line, partial_info_line,
};
pub use settings::UciSettings;
