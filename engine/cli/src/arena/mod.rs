//! `ponder arena`: a match between two players. Owns its threads, processes, files and time; what
//! a match is and means is in `engine::arena`.
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

use settings::{Settings, USAGE};

/// Runs a match as the arguments say: 0 when it was played, 1 when it was broken off, 2 when the
/// arguments cannot be read.
pub fn run(arguments: &[&str]) -> ExitCode {
    if let ["--help" | "-h" | "help"] = arguments {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let settings = match Settings::read(arguments) {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("ponder arena: {error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match hall::play(&settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ponder arena: {error}");
            ExitCode::FAILURE
        }
    }
}
