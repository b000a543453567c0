//! The command line of `ponder tune`.

use std::path::PathBuf;

use clap::{builder::RangedU64ValueParser, value_parser};
use engine::eval::nnue;
use engine::eval::{EvalConfig, Evaluation, SharedEval};
use engine::search::Parameters;
use lab::tune::TunePlayers;

use crate::network_file;

/// Tunes the numbers of the search by games against itself (SPSA); a file of results is gone on with.
#[derive(clap::Args)]
pub struct TuneSettings {
    /// The results of all trials; what was interrupted goes on from there.
    #[arg(long, value_name = "FILE")]
    pub results: PathBuf,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 40_000)]
    #[arg(value_parser = value_parser!(u32).range(1..=100_000_000))]
    pub games: u32,
    /// Pairs of games to a trial, played on all cores.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = value_parser!(u32).range(1..=10_000))]
    pub pairs: u32,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 2_500)]
    #[arg(value_parser = RangedU64ValueParser::<u64>::new().range(1..=1_000_000_000))]
    pub nodes: u64,
    /// By how much of a step a point moves the values at the end.
    #[arg(long, value_name = "R", default_value_t = 0.01)]
    #[arg(value_parser = crate::option_values::parse_share::<f64>)]
    pub gain: f64,
    /// Of openings and steps.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Only these parameters (default: all).
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_parameter)]
    pub only: Vec<usize>,
    /// A network of `ponder train` judges positions in place of the built-in one.
    #[arg(long, value_name = "FILE", value_parser = network_file::parse)]
    pub network: Option<SharedEval>,
}

/// The index of a parameter by its name.
fn parse_parameter(name: &str) -> Result<usize, String> {
    let names = Parameters::RANGES.iter();
    let found = names.enumerate().find(|(_, known)| known.0 == name);
    found.map(|(index, _)| index).ok_or_else(|| {
        let names: Vec<&str> = Parameters::RANGES.iter().map(|known| known.0).collect();
        format!("expected one of {}", names.join(", "))
    })
}

impl TuneSettings {
    /// Number of trials.
    pub fn trials(&self) -> u32 {
        self.games.div_ceil(2 * self.pairs)
    }

    /// The indices of the parameters that are tuned.
    pub fn tuned(&self) -> Vec<usize> {
        match &*self.only {
            [] => (0..Parameters::RANGES.len()).collect(),
            some => {
                let mut some = some.to_vec();
                some.sort_unstable();
                some.dedup();
                some
            }
        }
    }

    pub fn players(&self) -> TunePlayers {
        let network = self.network.clone().unwrap_or_else(nnue::shipped);
        TunePlayers {
            eval_config: EvalConfig {
                network: Some(network),
                ..Evaluation::Network.into()
            },
            nodes: self.nodes,
            hash_mb: 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::command_line::{Subcommand, parse};

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        let given = [
            "tune",
            "--results",
            "r",
            "--only",
            "delta_margin,iir_depth,delta_margin",
        ];
        let Ok(Subcommand::Tune(settings)) = parse(&given) else {
            panic!("the settings are sound");
        };
        assert_eq!((settings.tuned().len(), settings.trials()), (2, 2_500));
        for (more, part) in [
            (&["--games", "0"][..], "--games <N>': 0 is not in 1..="),
            (&["--pairs", "0"], "--pairs <N>': 0 is not in 1..="),
            (&["--nodes", "many"], "--nodes <N>': invalid digit"),
            (
                &["--gain", "2"],
                "--gain <R>': expected a number from 0 to 1",
            ),
            (
                &["--only", "speed"],
                "--only <NAMES>': expected one of reverse_futility_depth",
            ),
            (
                &["--network", "no/such"],
                "'no/such' for '--network <FILE>'",
            ),
        ] {
            let error = parse(&[&given[..], more].concat())
                .err()
                .unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(parse(&["tune"]).is_err());
    }
}
