//! The command line of `ponder datagen`.

use std::path::PathBuf;

use engine::eval::{EvalConfig, Evaluation, SharedEval};
use lab::datagen::SelfPlayConfig;

use crate::network_file;
use crate::option_values::parse_from_one;

/// Plays the engine against itself and keeps the games; a file that has some of them already is gone
/// on with, whatever ended it.
#[derive(clap::Args)]
pub struct DatagenSettings {
    /// The file of games.
    #[arg(long, value_name = "FILE", required_unless_present = "about")]
    pub out: Option<PathBuf>,
    /// How many games.
    #[arg(long, value_name = "N", required_unless_present = "about")]
    #[arg(value_parser = parse_from_one::<u64>)]
    pub games: Option<u64>,
    /// Other games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// After so many no deeper search is begun.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = parse_from_one::<u64>)]
    nodes: u64,
    /// What judges positions (default: tuned).
    #[arg(long, value_name = "NAME", overrides_with = "network")]
    evaluation: Option<Evaluation>,
    /// A network of `ponder train` judges positions.
    #[arg(long, value_name = "FILE", overrides_with = "evaluation")]
    #[arg(value_parser = network_file::parse)]
    network: Option<SharedEval>,
    /// Threads that play (default: one for each core).
    #[arg(long, value_name = "N", value_parser = parse_from_one::<usize>)]
    threads: Option<usize>,
    /// Says what is in such files instead: results, scores, positions that come twice.
    #[arg(long, value_name = "FILE", num_args = 1.., exclusive = true)]
    pub about: Vec<PathBuf>,
}

impl DatagenSettings {
    pub fn self_play(&self) -> SelfPlayConfig {
        let by_network = self.network.as_ref().map(|_| Evaluation::Network);
        SelfPlayConfig {
            seed: self.seed,
            nodes: self.nodes.min(1_000_000_000),
            eval_config: EvalConfig {
                network: self.network.clone(),
                ..EvalConfig::from(self.evaluation.or(by_network).unwrap_or(Evaluation::Tuned))
            },
        }
    }

    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads
            .map_or_else(cores, |threads| threads.min(1_024))
    }
}

#[cfg(test)]
mod tests {
    use crate::command_line::{Subcommand, parse};

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        let given = ["datagen", "--out", "a.games", "--games", "5"];
        assert!(
            matches!(parse(&given), Ok(Subcommand::Datagen(settings)) if settings.games == Some(5))
        );
        for (more, part) in [
            (
                &["--games", "0"][..],
                "--games <N>': expected a number from 1",
            ),
            (
                &["--nodes", "many"],
                "--nodes <N>': expected a number from 1",
            ),
            (&["--evaluation", "none"], "--evaluation <NAME>': "),
            (
                &["--network", "no/such"],
                "'no/such' for '--network <FILE>'",
            ),
            (
                &["--threads", "0"],
                "--threads <N>': expected a number from 1",
            ),
            (&["--seed"], "a value is required for '--seed <N>'"),
            (&["--depth", "3"], "unexpected argument '--depth'"),
        ] {
            let error = parse(&[&given, more].concat()).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(parse(&["datagen", "--games", "5"]).is_err());
        assert!(parse(&["datagen", "--about"]).is_err());
    }
}
