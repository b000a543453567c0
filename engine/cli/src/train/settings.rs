//! The command line of `ponder train`.

use std::path::PathBuf;

use clap::{builder::RangedU64ValueParser, value_parser};
use engine::eval::nnue::{LANES, MAX_WIDTH, Network};
use lab::train::{FloatNetwork, NetworkShape};

use crate::network_file;
use crate::option_values::{parse_checked, parse_share};

/// Bytes of `--about`; with the numbers it has to fit into the file.
const MAX_ABOUT_LEN: usize = 800;

/// Trains a network by games of `ponder datagen` and writes it as a file that plays.
#[derive(clap::Args)]
pub struct TrainSettings {
    /// Games of `ponder datagen`; may be given several times.
    #[arg(long, value_name = "FILE", required = true)]
    pub games: Vec<PathBuf>,
    /// The network.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Neurons of the hidden layer, a multiple of 32.
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = parse_width)]
    pub width: usize,
    /// Outputs by the number of pieces, 1, 2, 4 or 8.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = parse_outputs)]
    pub outputs: usize,
    /// Times through all positions.
    #[arg(long, value_name = "N", default_value_t = 12)]
    #[arg(value_parser = value_parser!(u32).range(1..=10_000))]
    pub epochs: u32,
    /// The first step, up to 1; it falls to nothing along half a cosine.
    #[arg(long = "rate", value_name = "R", default_value_t = 0.002)]
    #[arg(value_parser = parse_share::<f32>)]
    pub learning_rate: f32,
    /// Share of the games' results beside the moves' scores, 0 to 1.
    #[arg(long = "results", value_name = "S", default_value_t = 0.15)]
    #[arg(value_parser = parse_share::<f32>)]
    pub wdl_lambda: f32,
    /// Positions to a step.
    #[arg(long = "batch", value_name = "N", default_value_t = 16_384)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 24))]
    pub batch_size: usize,
    /// A network to start from, in place of weights by chance; a wider one begins with copies of its
    /// neurons.
    #[arg(long, value_name = "FILE", value_parser = network_file::parse_network)]
    pub from: Option<Network>,
    /// Of the first weights and the order of positions.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// What the file says of where the network comes from, besides the numbers.
    #[arg(long, value_name = "TEXT", default_value = "", value_parser = parse_about)]
    #[arg(allow_hyphen_values = true, hide_default_value = true)]
    pub about: String,
    /// Kept after each epoch; a training that was broken off goes on from there.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
}

fn parse_width(text: &str) -> Result<usize, String> {
    let fits = |width: &usize| (1..=MAX_WIDTH).contains(width) && width.is_multiple_of(LANES);
    parse_checked(
        text,
        &format!("a multiple of {LANES} up to {MAX_WIDTH}"),
        fits,
    )
}

fn parse_outputs(text: &str) -> Result<usize, String> {
    parse_checked(text, "1, 2, 4 or 8", |outputs| {
        [1, 2, 4, 8].contains(outputs)
    })
}

fn parse_about(text: &str) -> Result<String, String> {
    let expected = format!("one line of {MAX_ABOUT_LEN} bytes at most");
    parse_checked(text, &expected, |about: &String| {
        about.len() <= MAX_ABOUT_LEN && !about.contains(char::is_control)
    })
}

impl TrainSettings {
    /// The shape of the network.
    pub fn shape(&self) -> NetworkShape {
        let &TrainSettings { width, outputs, .. } = self;
        NetworkShape { width, outputs }
    }

    /// The network before the first step.
    ///
    /// # Errors
    /// The one to start from does not fit.
    pub fn first_network(&self) -> Result<FloatNetwork, String> {
        match &self.from {
            None => Ok(FloatNetwork::new(self.shape(), self.seed)),
            Some(network) => FloatNetwork::from_network(network, self.shape(), self.seed)
                .map_err(|error| format!("--from: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::command_line::{Subcommand, parse};

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        let given = ["train", "--games", "a", "--games", "b", "--out", "n"];
        let Ok(Subcommand::Train(settings)) = parse(&given) else {
            panic!("the settings are sound");
        };
        assert_eq!(settings.games.len(), 2);
        for (more, part) in [
            (&["--width", "100"][..], "--width <N>': expected a multiple"),
            (&["--outputs", "3"], "--outputs <N>': expected 1, 2, 4 or 8"),
            (&["--epochs", "0"], "--epochs <N>': 0 is not in 1..=10000"),
            (&["--rate", "fast"], "--rate <R>': expected"),
            (
                &["--results", "1.5"],
                "--results <S>': expected a number from 0 to 1",
            ),
            (&["--from", "no/such"], "'no/such' for '--from <FILE>'"),
            (&["--seed"], "a value is required for '--seed <N>'"),
            (
                &["--about", "two\nlines"],
                "--about <TEXT>': expected one line",
            ),
            (
                &["--about", &"a".repeat(801)],
                "--about <TEXT>': expected one line",
            ),
            (&["--depth", "3"], "unexpected argument '--depth'"),
        ] {
            let error = parse(&[&given, more].concat()).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(parse(&["train", "--games", "a"]).is_err());
    }
}
