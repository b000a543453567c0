//! The command line of `ponder dojo`.

use std::path::PathBuf;
use std::time::Duration;

use clap::value_parser;
use lab::dojo::{Algorithm, DojoConfig, StartEval};

use crate::option_values::{parse_checked, parse_from_one, parse_neurons};

/// Raises a network, from nothing or from another one, by games against itself; the same settings make the same network, to the
/// bit, here and on the page.
#[derive(clap::Args)]
pub struct DojoSettings {
    /// Of the first weights and of all games.
    #[arg(long, value_name = "N", default_value_t = DojoConfig::default().seed)]
    seed: u64,
    /// Neurons of the hidden layer: 16, 32 or 64.
    #[arg(long, value_name = "N", default_value_t = DojoConfig::default().neurons)]
    #[arg(value_parser = parse_neurons)]
    neurons: u8,
    /// The evaluation of the first games: chance, material or classic.
    #[arg(long, value_name = "NAME", default_value_t = DojoConfig::default().start)]
    start: StartEval,
    /// The network to go on from, instead of from nothing: its neurons, and its evaluation of the first
    /// games.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["neurons", "start"])]
    pub from: Option<PathBuf>,
    /// How it learns: self-play-scores, td-leaf or deep-q.
    #[arg(long, value_name = "NAME", default_value_t = DojoConfig::default().algorithm)]
    algorithm: Algorithm,
    /// Practice games of a generation.
    #[arg(long, value_name = "N", default_value_t = DojoConfig::default().games)]
    #[arg(value_parser = value_parser!(u16).range(1..=10_000))]
    games: u16,
    /// Nodes of a search in practice games.
    #[arg(long, value_name = "N", default_value_t = DojoConfig::default().nodes)]
    #[arg(value_parser = value_parser!(u32).range(1..=1_000_000))]
    nodes: u32,
    /// Pairs of games against each opponent of a test.
    #[arg(long, value_name = "N", default_value_t = DojoConfig::default().test_pairs)]
    #[arg(value_parser = value_parser!(u16).range(1..=1_000))]
    test_pairs: u16,
    /// Ends it at this generation.
    #[arg(long, value_name = "N", required_unless_present_any = ["minutes", "yardsticks"])]
    generations: Option<u32>,
    /// Ends it after so much time, with the network of the last whole generation.
    #[arg(long, value_name = "M", value_parser = parse_minutes)]
    minutes: Option<f64>,
    /// Threads that play (default: one for each core). The network does not depend on it.
    #[arg(long, value_name = "N", value_parser = parse_from_one::<usize>)]
    threads: Option<usize>,
    /// The state, kept between generations; a training that was broken off goes on from there.
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// The network, as a file that plays.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The curve of its strength as a picture.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// At the end so many pairs of games against Grabber and Pruner, by the network and, as controls, by
    /// material alone and by the random weights of its beginning.
    #[arg(long, value_name = "PAIRS")]
    #[arg(value_parser = value_parser!(u16).range(1..=20_000))]
    pub examination: Option<u16>,
    /// Measures the opponents instead: so many pairs of games between neighbours.
    #[arg(long, value_name = "PAIRS", conflicts_with_all = ["generations", "minutes"])]
    #[arg(value_parser = value_parser!(u16).range(1..=20_000))]
    pub yardsticks: Option<u16>,
}

impl DojoSettings {
    pub fn config(&self) -> DojoConfig {
        DojoConfig {
            seed: self.seed,
            neurons: self.neurons,
            start: self.start,
            algorithm: self.algorithm,
            games: self.games,
            nodes: self.nodes,
            test_pairs: self.test_pairs,
        }
    }

    /// Whether it ends at this generation after so much time.
    pub fn is_over(&self, generation: u32, elapsed: Duration) -> bool {
        let is_late = |minutes: f64| elapsed.as_secs_f64() >= 60.0 * minutes;
        self.generations.is_some_and(|last| generation >= last) || self.minutes.is_some_and(is_late)
    }

    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads
            .map_or_else(cores, |threads| threads.min(1_024))
    }
}

fn parse_minutes(text: &str) -> Result<f64, String> {
    parse_checked(text, "a number of minutes above 0", |&minutes: &f64| {
        minutes > 0.0 && minutes.is_finite()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Subcommand, parse};

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        let given = ["dojo", "--generations", "5"];
        let Ok(Subcommand::Dojo(settings)) = parse(&given) else {
            panic!("the settings are sound");
        };
        assert_eq!(settings.config(), DojoConfig::default());
        assert!(settings.is_over(5, Duration::ZERO) && !settings.is_over(4, Duration::MAX));
        for (more, part) in [
            (&["--neurons", "17"][..], "--neurons <N>': expected 16, 32"),
            (&["--start", "luck"], "--start <NAME>': expected chance"),
            (
                &["--algorithm", "sarsa"],
                "--algorithm <NAME>': expected self-play",
            ),
            (&["--games", "0"], "--games <N>': 0 is not in 1..=10000"),
            (&["--nodes", "0"], "--nodes <N>': 0 is not in"),
            (&["--minutes", "0"], "a number of minutes above 0"),
            (&["--minutes", "inf"], "a number of minutes above 0"),
            (
                &["--examination", "0"],
                "--examination <PAIRS>': 0 is not in",
            ),
            (
                &["--from", "a.nnue", "--neurons", "16"],
                "'--from <FILE>' cannot be used with '--neurons <N>'",
            ),
            (&["--depth", "3"], "unexpected argument '--depth'"),
        ] {
            let error = parse(&[&given, more].concat()).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(parse(&["dojo"]).is_err());
    }
}
