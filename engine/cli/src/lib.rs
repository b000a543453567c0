//! The `ponder` program as a library: commands, and UCI as text.
//!
//! Architecture invariant: this crate owns what `engine` and `lab` do not have: streams, files,
//! processes, threads and time. Neither of them knows it.
//!
//! Architecture invariant: [`uci`] is pure text in and out. It knows no streams and no threads, and
//! nothing in it panics, whatever the input; the fuzz targets in `engine/fuzz` import it.

mod arena;
mod bench;
mod bets;
mod book;
mod claims;
mod clock;
mod command_line;
mod datagen;
mod dojo;
mod errors;
mod exercises;
mod fit;
mod game_files;
mod learn;
mod learner_file;
mod levels;
mod network_file;
mod option_values;
mod output;
mod perft;
mod pgn_file;
mod rating;
mod review;
mod session;
mod smp;
mod strength_chart;
mod styles;
mod svg;
mod tables;
mod trace;
mod train;
mod tune;
pub mod uci;
mod wdl;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use command_line::{CommandLine, Subcommand};

/// Runs the command that the arguments, with the program's name before them, ask for; without a
/// command, a UCI session on stdin and stdout. Exit status: 0 on success, 1 on failure, 2 for
/// arguments that cannot be read.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command = match CommandLine::try_parse_from(arguments) {
        Ok(CommandLine { command }) => command,
        Err(error) => return command_line::print(&error),
    };
    let Some(command) = command else {
        session::run();
        return ExitCode::SUCCESS;
    };
    let done = match command {
        Subcommand::Bench { json } => {
            bench::run(if json {
                bench::BenchFormat::Json
            } else {
                bench::BenchFormat::Text
            });
            Ok(())
        }
        Subcommand::Arena(flags) => match flags.into_settings() {
            Ok(settings) => arena::run(&settings),
            Err(error) => return command_line::refuse("arena", error),
        },
        Subcommand::Datagen(settings) => datagen::run(&settings),
        Subcommand::Dojo(settings) => dojo::run(&settings),
        Subcommand::Train(settings) => train::run(&settings),
        Subcommand::Tune(settings) => tune::run(&settings),
        Subcommand::Fit(settings) => fit::run(&settings),
        Subcommand::Wdl(settings) => wdl::run(&settings),
        Subcommand::Chart(settings) => strength_chart::run(&settings),
        Subcommand::Book(settings) => book::run(&settings),
        Subcommand::Review(settings) => review::run(settings),
        Subcommand::Learn(settings) => learn::run_experiment(&settings),
        Subcommand::TrainQ(settings) => learn::train(&settings),
        Subcommand::Bets(settings) => bets::run(&settings),
        Subcommand::Exercises(settings) => exercises::run(&settings),
        Subcommand::Claims(settings) => claims::run(&settings),
        Subcommand::Errors(settings) => errors::run(&settings),
        Subcommand::Styles(settings) => styles::run(&settings),
        Subcommand::Levels(settings) => levels::run(&settings),
        Subcommand::Rating(settings) => {
            rating::run(&settings);
            Ok(())
        }
        Subcommand::Tables(settings) => tables::run(&settings),
        Subcommand::Trace(settings) => trace::run(&settings),
        Subcommand::Perft { position, depth } => {
            let counts = perft::perft_divided(&position, depth, &|| true);
            print!("{}", counts.unwrap_or_default());
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ponder: {error}");
            ExitCode::FAILURE
        }
    }
}
