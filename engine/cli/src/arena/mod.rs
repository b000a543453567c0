//! `ponder arena`: a match between two players, with its threads, processes, files and time. Rules and
//! statistics of matches are in `lab::arena`.
//!
//! `settings` parses the command line, `side_player` makes the players (`uci_engine` over `process`
//! for UCI programs), `match_runner` plays pairs on several threads, `match_files` writes the finished
//! ones, `progress` prints the score.

mod match_files;
mod match_runner;
mod process;
mod progress;
mod settings;
mod side_player;
mod uci_engine;

use std::process::ExitCode;

use crate::command_line;
use settings::{ArenaSettings, USAGE};

/// Runs a match. Exit status: 0 when it was played, 1 when it was aborted, 2 for invalid arguments.
pub fn run(arguments: &[&str]) -> ExitCode {
    command_line::run_command(
        "arena",
        USAGE,
        arguments,
        ArenaSettings::parse,
        |settings| match_runner::run_match(&settings),
    )
}
