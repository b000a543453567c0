//! The command line of training.

use std::path::PathBuf;

use lab::train::Shape;

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

/// The longest `--about`, bytes: with the numbers it has to fit into the file.
const MOST_ABOUT: usize = 800;

/// A training as it was asked for.
pub struct Settings {
    pub games: Vec<PathBuf>,
    pub out: PathBuf,
    pub shape: Shape,
    pub epochs: u32,
    pub rate: f32,
    pub results: f32,
    pub batch: usize,
    pub seed: u64,
    pub about: String,
    pub checkpoint: Option<PathBuf>,
}

impl Settings {
    /// Reads the arguments after `train`.
    ///
    /// # Errors
    /// What is wrong with them, for the user.
    pub fn read(arguments: &[&str]) -> Result<Settings, String> {
        let mut settings = Settings {
            games: Vec::new(),
            out: PathBuf::new(),
            shape: Shape {
                width: 128,
                outputs: 8,
            },
            epochs: 12,
            rate: 0.002,
            results: 0.15,
            batch: 16_384,
            seed: 0,
            about: String::new(),
            checkpoint: None,
        };
        for flag in Flag::all(arguments) {
            let flag = flag?;
            let Flag { name, value } = flag;
            let whole = |most: u64| {
                let expected = format!("a number from 1 to {most}");
                flag.parse(&expected, |number| (1..=most).contains(number))
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
                "--epochs" => settings.epochs = whole(10_000)? as u32,
                "--rate" => settings.rate = share("a rate up to 1")?,
                "--results" => settings.results = share("0 to 1")?,
                "--batch" => settings.batch = whole(1 << 24)? as usize,
                "--seed" => settings.seed = flag.parse("a number", |_| true)?,
                "--about" => {
                    let expected = format!("one line of {MOST_ABOUT} bytes at most");
                    settings.about = flag.parse(&expected, |about: &String| {
                        about.len() <= MOST_ABOUT && !about.contains(char::is_control)
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
        let settings = Settings::read(&given).ok();
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
            let error = Settings::read(&arguments).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(Settings::read(&["--games", "a"]).is_err());
    }
}
