//! The command line of `ponder fit`.

use std::path::PathBuf;

use crate::option_values::{parse_checked, parse_from_one, parse_share};

/// Fits the evaluation's weights to the results and scores of games and writes them as
/// engine/src/eval/tuned/weights.rs.
#[derive(clap::Args)]
pub struct FitSettings {
    /// Games of `ponder datagen`, or PGN as `ponder arena --pgn` writes it; may be given several times.
    #[arg(long, value_name = "FILE", required = true)]
    pub games: Vec<PathBuf>,
    /// The weights.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Times through all positions.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = parse_from_one::<u32>)]
    pub epochs: u32,
    /// First step, centipawns.
    #[arg(long = "rate", value_name = "R", default_value_t = 1.0, value_parser = parse_positive)]
    #[arg(allow_negative_numbers = true)]
    pub learning_rate: f32,
    /// Share of the way back to the present weights at each such step.
    #[arg(long = "pull", value_name = "P", default_value_t = 0.005, value_parser = parse_positive)]
    #[arg(allow_negative_numbers = true)]
    pub decay: f32,
    /// Share of the moves' own scores beside the results, 0 to 1.
    #[arg(long = "scores", value_name = "S", default_value_t = 0.7)]
    #[arg(value_parser = parse_share::<f32>)]
    pub score_share: f32,
    /// Of the order of positions.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

fn parse_positive(text: &str) -> Result<f32, String> {
    parse_checked(text, "a number from 0", |number: &f32| {
        number.is_finite() && *number >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use crate::command_line::{Subcommand, parse};

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        let given = [
            "fit", "--games", "a.pgn", "--games", "b.pgn", "--out", "w.rs",
        ];
        let Ok(Subcommand::Fit(settings)) = parse(&given) else {
            panic!("the settings are sound");
        };
        assert_eq!(settings.games.len(), 2);
        for (more, part) in [
            (
                &["--epochs", "0"][..],
                "--epochs <N>': expected a number from 1",
            ),
            (&["--rate", "fast"], "--rate <R>': expected"),
            (&["--pull", "-1"], "--pull <P>': expected"),
            (&["--scores", "1.5"], "--scores <S>': expected"),
            (&["--seed"], "a value is required for '--seed <N>'"),
            (&["--depth", "3"], "unexpected argument '--depth'"),
        ] {
            let error = parse(&[&given, more].concat()).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(parse(&["fit", "--games", "a.pgn"]).is_err());
    }
}
