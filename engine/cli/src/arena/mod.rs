//! `ponder arena`: a match between two players. Owns its threads, processes, files and time; what
//! a match is and means is in `lab::arena`.
//!
//! `settings` reads the command line, `contender` makes players of it (`engine_actor` over
//! `process` for UCI programs), `hall` plays pairs on several threads, `files` keeps what is
//! finished, `progress` says how it stands.

mod contender;
mod engine_actor;
mod files;
mod hall;
mod process;
mod progress;
mod settings;

use std::process::ExitCode;

use crate::command_line;
use settings::{Settings, USAGE};

/// Runs a match as the arguments say: 0 when it was played, 1 when it was broken off, 2 when the
/// arguments cannot be read.
pub fn run(arguments: &[&str]) -> ExitCode {
    command_line::run_command("arena", USAGE, arguments, Settings::read, |settings| {
        hall::play(&settings)
    })
}
