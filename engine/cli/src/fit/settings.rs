//! The command line of `ponder fit`.

use std::path::PathBuf;

use crate::command_line::Flag;

pub const USAGE: &str = "\
ponder fit --games FILE [--games FILE …] --out FILE [options]
  fits the evaluation's weights to the results and scores of games (of `ponder datagen`, or
  in PGN as `ponder arena --pgn` writes them) and writes them as engine/src/eval/tuned/weights.rs

  --epochs N   times through all positions, default 60
  --rate R     first step, centipawns, default 1
  --pull P     share of the way back to the present weights at each such step, default 0.005
  --scores S   share of the moves' own scores beside the results, 0 to 1, default 0.7
  --seed N     of the order of positions, default 0";

/// The settings of a fit.
pub struct FitSettings {
    pub games: Vec<PathBuf>,
    pub out: PathBuf,
    pub epochs: u32,
    pub learning_rate: f32,
    pub decay: f32,
    pub score_share: f32,
    pub seed: u64,
}

impl FitSettings {
    /// Parses the arguments after `fit`.
    ///
    /// # Errors
    /// An invalid argument, as a message.
    pub fn parse(arguments: &[&str]) -> Result<FitSettings, String> {
        let mut settings = FitSettings {
            games: Vec::new(),
            out: PathBuf::new(),
            epochs: 60,
            learning_rate: 1.0,
            decay: 0.005,
            score_share: 0.7,
            seed: 0,
        };
        for flag in Flag::all(arguments) {
            let flag = flag?;
            let Flag { name, value } = flag;
            let number = |expected| {
                flag.parse(expected, |number: &f32| {
                    number.is_finite() && *number >= 0.0
                })
            };
            match name {
                "--games" => settings.games.push(value.into()),
                "--out" => settings.out = value.into(),
                "--epochs" => {
                    settings.epochs = flag.parse("a number from 1", |&epochs| epochs > 0)?;
                }
                "--rate" => settings.learning_rate = number("centipawns")?,
                "--pull" => settings.decay = number("a share")?,
                "--scores" => {
                    settings.score_share =
                        flag.parse("0 to 1", |share| (0.0..=1.0).contains(share))?;
                }
                "--seed" => settings.seed = flag.parse("a number", |_| true)?,
                _ => return Err(flag.unknown()),
            }
        }
        if settings.games.is_empty() || settings.out.as_os_str().is_empty() {
            return Err("--games and --out are needed".to_owned());
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        let given = ["--games", "a.pgn", "--games", "b.pgn", "--out", "w.rs"];
        let settings = FitSettings::parse(&given).ok();
        assert_eq!(settings.map(|settings| settings.games.len()), Some(2));
        for (more, part) in [
            (&["--epochs", "0"][..], "--epochs: expected"),
            (&["--rate", "fast"], "--rate: expected"),
            (&["--pull", "-1"], "--pull: expected"),
            (&["--scores", "1.5"], "--scores: expected"),
            (&["--seed"], "--seed needs a value"),
            (&["--depth", "3"], "unknown option"),
        ] {
            let arguments: Vec<&str> = given.iter().chain(more).copied().collect();
            let error = FitSettings::parse(&arguments).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(FitSettings::parse(&["--games", "a.pgn"]).is_err());
    }
}
