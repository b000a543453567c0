//! The command line of a fit.

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

/// A fit as it was asked for.
pub struct Settings {
    pub games: Vec<PathBuf>,
    pub out: PathBuf,
    pub epochs: u32,
    pub rate: f32,
    pub pull: f32,
    pub scores: f32,
    pub seed: u64,
}

impl Settings {
    /// Reads the arguments after `fit`.
    ///
    /// # Errors
    /// What is wrong with them, for the user.
    pub fn read(arguments: &[&str]) -> Result<Settings, String> {
        let mut settings = Settings {
            games: Vec::new(),
            out: PathBuf::new(),
            epochs: 60,
            rate: 1.0,
            pull: 0.005,
            scores: 0.7,
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
                "--rate" => settings.rate = number("centipawns")?,
                "--pull" => settings.pull = number("a share")?,
                "--scores" => {
                    settings.scores = flag.parse("0 to 1", |share| (0.0..=1.0).contains(share))?;
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
        let settings = Settings::read(&given).ok();
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
            let error = Settings::read(&arguments).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(Settings::read(&["--games", "a.pgn"]).is_err());
    }
}
