//! The command line of `ponder tables`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::value_parser;

use crate::option_values::parse_from_one;

/// Endgame tables of up to four men.
#[derive(clap::Args)]
pub struct TablesSettings {
    #[command(subcommand)]
    pub command: TablesCommand,
}

#[derive(clap::Subcommand)]
pub enum TablesCommand {
    Make(MakeSettings),
    Probe(ProbeSettings),
}

/// Reads positions from standard input, a FEN a line, and prints what the tables say of each.
#[derive(clap::Args)]
pub struct ProbeSettings {
    /// The folder of `ponder tables make`.
    #[arg(long, value_name = "DIR")]
    pub tables: PathBuf,
    /// The most men, kings included.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u8).range(3..=4))]
    pub men: u8,
}

/// Makes the tables and writes them as files, the same bytes each time.
#[derive(clap::Args)]
pub struct MakeSettings {
    /// The folder of the files; it is made if it is not there.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The most men, kings included.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u8).range(3..=4))]
    pub men: u8,
    /// Endings that are made at the same time; as many as there are cores if it is not given.
    #[arg(long, value_name = "N", value_parser = parse_from_one::<usize>)]
    threads: Option<usize>,
    /// Compares every N-th position with those after its moves, by the rules of chess; 1 is each.
    #[arg(long, value_name = "N", value_parser = parse_from_one::<usize>)]
    pub check: Option<usize>,
}

impl MakeSettings {
    /// Endings that are made at the same time.
    pub fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, |threads| threads.min(64))
    }
}

#[cfg(test)]
mod tests {
    use crate::command_line::{Subcommand, parse};

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        let given = ["tables", "make", "--out", "tables"];
        assert!(matches!(parse(&given), Ok(Subcommand::Tables(_))));
        for (more, part) in [
            (&["--men", "5"][..], "--men <N>': 5 is not in 3..=4"),
            (
                &["--threads", "0"],
                "--threads <N>': expected a number from 1",
            ),
            (&["--check", "x"], "--check <N>': expected a number from 1"),
            (&["--what"], "unexpected argument '--what'"),
        ] {
            let error = parse(&[&given, more].concat()).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(parse(&["tables", "make"]).is_err());
        assert!(parse(&["tables"]).is_err());
    }
}
