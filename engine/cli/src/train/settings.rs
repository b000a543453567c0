//! The command line of `ponder train`.

use std::path::PathBuf;

use lab::train::NetworkShape;

use crate::command_line::Flag;

pub const USAGE: &str = "\
ponder train --games FILE [--games FILE …] --out FILE [options]
  trains a network by games of `ponder datagen` and writes it as a file that plays

  --width N          neurons of the hidden layer, a multiple of 32, default 128
  --outputs N        outputs by the number of pieces, 1, 2, 4 or 8, default 8
  --epochs N         times through all positions, default 12
  --rate R           the first step, default 0.002; it falls to nothing along half a cosine
  --results S        share of the games' results beside the moves' scores, 0 to 1, default 0.15
  --batch N          positions to a step, default 16384
  --seed N           of the first weights and the order of positions, default 0
  --about TEXT       what the file says of where the network comes from, besides the numbers
  --checkpoint FILE  kept after each epoch; a training that was broken off goes on from there";

/// Bytes of `--about`; with the numbers it has to fit into the file.
const MAX_ABOUT_LEN: usize = 800;

/// The settings of a training.
pub struct TrainSettings {
    pub games: Vec<PathBuf>,
    pub out: PathBuf,
    pub shape: NetworkShape,
    pub epochs: u32,
    pub learning_rate: f32,
    pub wdl_lambda: f32,
    pub batch_size: usize,
    pub seed: u64,
    pub about: String,
    pub checkpoint: Option<PathBuf>,
}

impl TrainSettings {
    /// Parses the arguments after `train`.
    ///
    /// # Errors
    /// An invalid argument, as a message.
    pub fn parse(arguments: &[&str]) -> Result<TrainSettings, String> {
        let mut settings = TrainSettings {
            games: Vec::new(),
            out: PathBuf::new(),
            shape: NetworkShape {
                width: 128,
                outputs: 8,
            },
            epochs: 12,
            learning_rate: 0.002,
            wdl_lambda: 0.15,
            batch_size: 16_384,
            seed: 0,
            about: String::new(),
            checkpoint: None,
        };
        for flag in Flag::all(arguments) {
            let flag = flag?;
            let Flag { name, value } = flag;
            let count = |max: u64| {
                let expected = format!("a number from 1 to {max}");
                flag.parse(&expected, |number| (1..=max).contains(number))
            };
            let share = |expected| flag.parse(expected, |share| (0.0..=1.0).contains(share));
            match name {
                "--games" => settings.games.push(value.into()),
                "--out" => settings.out = value.into(),
                "--width" => {
                    settings.shape.width = flag.parse("a multiple of 32", |width: &usize| {
                        (1..=1_024).contains(width) && width.is_multiple_of(32)
                    })?;
                }
                "--outputs" => {
                    settings.shape.outputs =
                        flag.parse("1, 2, 4 or 8", |outputs| [1, 2, 4, 8].contains(outputs))?;
                }
                "--epochs" => settings.epochs = count(10_000)? as u32,
                "--rate" => settings.learning_rate = share("a rate up to 1")?,
                "--results" => settings.wdl_lambda = share("0 to 1")?,
                "--batch" => settings.batch_size = count(1 << 24)? as usize,
                "--seed" => settings.seed = flag.parse("a number", |_| true)?,
                "--about" => {
                    let expected = format!("one line of {MAX_ABOUT_LEN} bytes at most");
                    settings.about = flag.parse(&expected, |about: &String| {
                        about.len() <= MAX_ABOUT_LEN && !about.contains(char::is_control)
                    })?;
                }
                "--checkpoint" => settings.checkpoint = Some(value.into()),
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
        let given = ["--games", "a", "--games", "b", "--out", "n"];
        let settings = TrainSettings::parse(&given).ok();
        assert_eq!(settings.map(|settings| settings.games.len()), Some(2));
        for (more, part) in [
            (&["--width", "100"][..], "--width: expected a multiple"),
            (&["--outputs", "3"], "--outputs: expected 1, 2, 4 or 8"),
            (&["--epochs", "0"], "--epochs: expected a number"),
            (&["--rate", "fast"], "--rate: expected"),
            (&["--results", "1.5"], "--results: expected 0 to 1"),
            (&["--seed"], "--seed needs a value"),
            (&["--about", "two\nlines"], "--about: expected one line"),
            (&["--about", &"a".repeat(801)], "--about: expected one line"),
            (&["--depth", "3"], "unknown option"),
        ] {
            let arguments: Vec<&str> = given.iter().chain(more).copied().collect();
            let error = TrainSettings::parse(&arguments).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(TrainSettings::parse(&["--games", "a"]).is_err());
    }
}
