//! The command line of `ponder datagen`.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use engine::eval::Evaluation;
use lab::datagen::SelfPlayConfig;

use crate::command_line::Flag;
use crate::network_file;

pub const USAGE: &str = "\
ponder datagen --out FILE --games N [options]
  plays the engine against itself and keeps the games; a file that has some of them already is
  gone on with, whatever ended it

  --seed N           other games, default 0
  --nodes N          after so many no deeper search is begun, default 2000
  --evaluation NAME  what judges positions, default tuned
  --network FILE     a network of ponder train judges positions
  --threads N        default: one for each core

ponder datagen --about FILE [FILE …]
  says what is in such files: results, scores, positions that come twice";

/// The settings of the two forms of the command.
pub enum DatagenSettings {
    Play(SelfPlaySettings),
    Stats(Vec<PathBuf>),
}

/// The settings of self-play.
pub struct SelfPlaySettings {
    pub out: PathBuf,
    pub games: u64,
    pub config: SelfPlayConfig,
    pub threads: usize,
}

impl DatagenSettings {
    /// Parses the arguments after `datagen`.
    ///
    /// # Errors
    /// An invalid argument, as a message.
    pub fn parse(arguments: &[&str]) -> Result<DatagenSettings, String> {
        if let ["--about", files @ ..] = arguments {
            return match files {
                [] => Err("--about needs a file".to_owned()),
                files => Ok(DatagenSettings::Stats(
                    files.iter().map(PathBuf::from).collect(),
                )),
            };
        }
        let mut play = SelfPlaySettings {
            out: PathBuf::new(),
            games: 0,
            config: SelfPlayConfig {
                seed: 0,
                nodes: 2_000,
                eval_config: Evaluation::Tuned.into(),
            },
            threads: thread::available_parallelism().map_or(1, NonZero::get),
        };
        for flag in Flag::all(arguments) {
            let flag = flag?;
            let Flag { name, value } = flag;
            let from_one = || flag.parse::<u64>("a number from 1", |&number| number > 0);
            match name {
                "--out" => play.out = value.into(),
                "--games" => play.games = from_one()?,
                "--seed" => play.config.seed = flag.parse("a number", |_| true)?,
                "--nodes" => play.config.nodes = from_one()?.min(1_000_000_000),
                "--evaluation" => {
                    play.config.eval_config.evaluation = flag.parse("an evaluation", |_| true)?;
                }
                "--network" => {
                    let read = network_file::read(value.as_ref());
                    let network = read.map_err(|error| format!("{name}: {value}: {error}"))?;
                    play.config.eval_config.network = Some(network);
                    play.config.eval_config.evaluation = Evaluation::Network;
                }
                "--threads" => play.threads = from_one()?.min(1_024) as usize,
                _ => return Err(flag.unknown()),
            }
        }
        if play.out.as_os_str().is_empty() || play.games == 0 {
            return Err("--out and --games are needed".to_owned());
        }
        Ok(DatagenSettings::Play(play))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        let given = ["--out", "a.games", "--games", "5"];
        assert!(
            matches!(DatagenSettings::parse(&given), Ok(DatagenSettings::Play(play)) if play.games == 5)
        );
        for (more, part) in [
            (&["--games", "0"][..], "--games: expected"),
            (&["--nodes", "many"], "--nodes: expected"),
            (&["--evaluation", "none"], "--evaluation: expected"),
            (&["--network", "no/such"], "--network: no/such"),
            (&["--threads", "0"], "--threads: expected"),
            (&["--seed"], "--seed needs a value"),
            (&["--depth", "3"], "unknown option"),
        ] {
            let arguments: Vec<&str> = given.iter().chain(more).copied().collect();
            let error = DatagenSettings::parse(&arguments).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        assert!(DatagenSettings::parse(&["--games", "5"]).is_err());
        assert!(DatagenSettings::parse(&["--about"]).is_err());
    }
}
