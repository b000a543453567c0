//! The command line and its commands.

use std::fmt::Display;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{Error, ErrorKind};
use engine::rules::Position;

use crate::arena::ArenaFlags;
use crate::bets::BetsSettings;
use crate::book::BookSettings;
use crate::claims::ClaimsSettings;
use crate::datagen::DatagenSettings;
use crate::dojo::DojoSettings;
use crate::errors::ErrorsSettings;
use crate::exercises::ExercisesSettings;
use crate::fit::FitSettings;
use crate::learn::{LearnSettings, TrainQSettings};
use crate::levels::LevelsSettings;
use crate::option_values;
use crate::rating::RatingSettings;
use crate::review::ReviewSettings;
use crate::strength_chart::ChartSettings;
use crate::styles::StylesSettings;
use crate::tables::TablesSettings;
use crate::trace::TraceSettings;
use crate::train::TrainSettings;
use crate::tune::TuneSettings;
use crate::wdl::WdlSettings;

/// The engine on the command line; without a command it speaks UCI on stdin and stdout.
#[derive(clap::Parser)]
#[command(name = "ponder", version, args_override_self = true)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Option<Subcommand>,
}

#[derive(clap::Subcommand)]
pub enum Subcommand {
    /// Perft beside cozy-chess, search speed, bench signature.
    Bench {
        /// Everything as one line.
        #[arg(long)]
        json: bool,
    },
    Arena(ArenaFlags),
    Datagen(DatagenSettings),
    Dojo(DojoSettings),
    Train(TrainSettings),
    Tune(TuneSettings),
    Fit(FitSettings),
    Wdl(WdlSettings),
    Chart(ChartSettings),
    Book(BookSettings),
    Review(ReviewSettings),
    Learn(LearnSettings),
    TrainQ(TrainQSettings),
    Trace(TraceSettings),
    Bets(BetsSettings),
    Claims(ClaimsSettings),
    Errors(ErrorsSettings),
    Styles(StylesSettings),
    Levels(LevelsSettings),
    Rating(RatingSettings),
    Exercises(ExercisesSettings),
    Tables(TablesSettings),
    /// Counts the continuations of each move.
    Perft {
        /// A position, or startpos.
        #[arg(value_name = "FEN", value_parser = option_values::parse_position)]
        position: Position,
        depth: u8,
    },
}

/// Prints help or an error. Exit status: 0 for help, else 2.
pub fn print(error: &Error) -> ExitCode {
    // It fails where the reader has closed the pipe.
    error.print().ok();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// Prints why the flags of a command do not go together, as clap prints other errors.
pub fn refuse(command: &str, why: impl Display) -> ExitCode {
    let mut line = CommandLine::command();
    line.build();
    print(&match line.find_subcommand_mut(command) {
        Some(command) => command.error(ErrorKind::ValueValidation, why),
        None => line.error(ErrorKind::ValueValidation, why),
    })
}

/// The command of such words, or the error message.
#[cfg(test)]
pub fn parse(words: &[&str]) -> Result<Subcommand, String> {
    let line = clap::Parser::try_parse_from([&["ponder"], words].concat());
    match line.map_err(|error| error.to_string())? {
        CommandLine {
            command: Some(command),
        } => Ok(command),
        CommandLine { command: None } => Err("no command".to_owned()),
    }
}
