//! The command line of `ponder arena`.

use std::path::PathBuf;
use std::time::Duration;

use engine::eval::nnue;
use lab::arena::{Adjudication, DrawRule, ResignRule, SideConfig, Sprt};

use crate::command_line::Flag;
use crate::{learner_file, network_file};

pub const USAGE: &str = "\
ponder arena [--a SETTINGS] [--b SETTINGS] [--each SETTINGS] [options]
  plays pairs of games from the same opening with colours swapped

  --each, --a, --b  settings of both sides, of one; KEY=VALUE, separated by commas:
                      nodes, depth, movetime (ms), tc (seconds: 8+0.08), hash (MB), name
                      ours: strategy (calculator, explorer, ponder, …), level (1 to 10),
                      seed (of what a level overlooks), eval (network, tuned, classic,
                      squares, course, rooks, material), network (FILE of ponder train),
                      book (standard, aggressive, defensive, off), memory (FILE of ponder
                      train-q), learn, guard, quiescence, null_move, remember (on, off)
                      UCI programs: option.NAME
  --uci COMMAND     side b is a UCI program; also --uci-a, --uci-b. Words are arguments
  --games N         default 100, with --sprt 20000
  --sprt ELO0,ELO1  stop when the normalised Elo is decided (alpha = beta = 0.05)
  --concurrency N   pairs at a time, default: the cores
  --seed N          of the openings, default 0
  --pgn FILE        append every game
  --resume FILE     keep the results there; go on where an interrupted match stopped
  --margin MS       how far a clock may run beyond its end, default 50
  --silence S       without a clock, how long a program may be silent, default 60
  --resign CP,MOVES      end a game that both sides see lost; default: play it out
  --draw FROM,MOVES,CP   end a game that both sides see level; default: play it out";

/// Results are counted from side `a`'s point of view.
pub const SIDES: [&str; 2] = ["a", "b"];

/// The settings of a match.
pub struct ArenaSettings {
    pub sides: [SideSettings; 2],
    pub pairs: u32,
    pub concurrency: usize,
    pub sprt: Option<Sprt>,
    pub seed: u64,
    pub pgn: Option<PathBuf>,
    pub resume: Option<PathBuf>,
    pub time_margin: Duration,
    pub max_silence: Duration,
    pub adjudication: Adjudication,
    /// The settings that a resumed match must share with its beginning, as one line.
    pub fingerprint: String,
}

/// The settings of a side.
#[derive(Clone)]
pub struct SideSettings {
    /// Different from the other's.
    pub name: String,
    pub config: SideConfig,
    /// The settings as given, for PGN tags.
    pub text: String,
    /// The UCI program with its arguments; `None` is a player of this program.
    pub command: Option<Vec<String>>,
}

const DEFAULT_GAMES: u32 = 100;
const DEFAULT_SPRT_GAMES: u32 = 20_000;
const DEFAULT_TIME_MARGIN: Duration = Duration::from_millis(50);
const DEFAULT_MAX_SILENCE: Duration = Duration::from_secs(60);

/// The values of the flags.
#[derive(Default)]
struct ArenaFlags {
    each: String,
    sides: [String; 2],
    commands: [Option<String>; 2],
    games: Option<u32>,
    concurrency: Option<usize>,
    sprt: Option<Sprt>,
    seed: u64,
    pgn: Option<PathBuf>,
    resume: Option<PathBuf>,
    time_margin: Option<Duration>,
    max_silence: Option<Duration>,
    adjudication: Adjudication,
}

impl ArenaSettings {
    /// Parses the arguments after `arena`.
    ///
    /// # Errors
    /// An invalid argument, as a message.
    pub fn parse(arguments: &[&str]) -> Result<ArenaSettings, String> {
        let mut flags = ArenaFlags::default();
        for flag in Flag::all(arguments) {
            let Flag { name, value } = flag?;
            flags.set(name, value)?;
        }
        flags.into_settings()
    }
}

impl ArenaFlags {
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "--each" => self.each = value.to_owned(),
            "--a" => self.sides[0] = value.to_owned(),
            "--b" => self.sides[1] = value.to_owned(),
            "--uci-a" => self.commands[0] = Some(value.to_owned()),
            "--uci" | "--uci-b" => self.commands[1] = Some(value.to_owned()),
            "--games" => self.games = Some(parse_number(name, value, 1)?),
            "--concurrency" => self.concurrency = Some(parse_number(name, value, 1)?),
            "--sprt" => self.sprt = Some(parse_sprt(value)?),
            "--seed" => self.seed = parse_number(name, value, 0)?,
            "--pgn" => self.pgn = Some(value.into()),
            "--resume" => self.resume = Some(value.into()),
            "--margin" => {
                self.time_margin = Some(Duration::from_millis(parse_number(name, value, 0)?))
            }
            "--silence" => {
                self.max_silence = Some(Duration::from_secs(parse_number(name, value, 1)?))
            }
            "--resign" => {
                let [score, moves] = parse_numbers(name, value)?;
                self.adjudication.resign = Some(ResignRule { score, moves });
            }
            "--draw" => {
                let [from_move, moves, score] = parse_numbers(name, value)?;
                self.adjudication.draw = Some(DrawRule {
                    from_move,
                    moves,
                    score,
                });
            }
            _ => return Err(format!("unknown option {name:?}")),
        }
        Ok(())
    }

    fn into_settings(self) -> Result<ArenaSettings, String> {
        let mut sides = [self.side(0)?, self.side(1)?];
        if sides[0].name == sides[1].name {
            for (side, letter) in sides.iter_mut().zip(SIDES) {
                side.name = format!("{} {letter}", side.name);
            }
        }
        let margin = self.time_margin.unwrap_or(DEFAULT_TIME_MARGIN);
        let games = self.games.unwrap_or(match self.sprt {
            Some(_) => DEFAULT_SPRT_GAMES,
            None => DEFAULT_GAMES,
        });
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let fingerprint = format!(
            "seed={} margin={} adjudication={:?} a={:?} {:?} b={:?} {:?}",
            self.seed,
            margin.as_millis(),
            self.adjudication,
            sides[0].text,
            sides[0].command,
            sides[1].text,
            sides[1].command,
        );
        Ok(ArenaSettings {
            sides,
            pairs: games.div_ceil(2),
            concurrency: self.concurrency.unwrap_or(cores),
            sprt: self.sprt,
            seed: self.seed,
            pgn: self.pgn,
            resume: self.resume,
            time_margin: margin,
            max_silence: self.max_silence.unwrap_or(DEFAULT_MAX_SILENCE),
            adjudication: self.adjudication,
            fingerprint,
        })
    }

    fn side(&self, index: usize) -> Result<SideSettings, String> {
        let letter = SIDES[index];
        let mut config = SideConfig::default();
        for (name, text) in [("--each", &self.each), (letter, &self.sides[index])] {
            config
                .apply(text)
                .map_err(|error| format!("{name}: {error}"))?;
        }
        if let Some(path) = &config.in_process.memory {
            config.in_process.player.memory = learner_file::read(path.as_ref())
                .map_err(|error| format!("side {letter}: memory: {path}: {error}"))?;
        }
        config.in_process.player.network = Some(match &config.in_process.network {
            None => nnue::shipped(),
            Some(path) => network_file::read(path.as_ref())
                .map_err(|error| format!("side {letter}: network: {path}: {error}"))?,
        });
        if config.budget.is_unlimited() {
            return Err(format!(
                "side {letter} has no limit: give it nodes, depth, movetime or tc"
            ));
        }
        let command = self.commands[index].as_deref().map(split_command);
        match &command {
            Some(words) if words.is_empty() => return Err(format!("--uci-{letter} names nothing")),
            Some(_) if config.in_process.is_set => {
                return Err(format!(
                    "side {letter} is a UCI program: it takes option.NAME, not our own settings"
                ));
            }
            None if !config.uci_options.is_empty() => {
                return Err(format!("side {letter} is our own: it has no option.NAME"));
            }
            _ => {}
        }
        let parts = [self.each.as_str(), self.sides[index].as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Ok(SideSettings {
            name: config
                .name
                .clone()
                .unwrap_or_else(|| program_name(&command)),
            text: parts.join(","),
            config,
            command,
        })
    }
}

/// Program and arguments. The name of a file is taken whole, so its path may have spaces.
fn split_command(text: &str) -> Vec<String> {
    if std::path::Path::new(text).is_file() {
        return vec![text.to_owned()];
    }
    text.split_whitespace().map(str::to_owned).collect()
}

/// The program's file name.
fn program_name(command: &Option<Vec<String>>) -> String {
    let program = command.as_ref().and_then(|words| words.first());
    program.map_or_else(
        || "ponder".to_owned(),
        |program| {
            let name = std::path::Path::new(program).file_name();
            name.map_or_else(
                || program.clone(),
                |name| name.to_string_lossy().into_owned(),
            )
        },
    )
}

fn parse_number<T>(name: &str, value: &str, least: T) -> Result<T, String>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    let found = value.parse().ok().filter(|number| *number >= least);
    found.ok_or_else(|| format!("{name}: expected a number of at least {least}, found {value:?}"))
}

fn parse_numbers<const N: usize>(name: &str, value: &str) -> Result<[u16; N], String> {
    let numbers: Option<Vec<u16>> = value.split(',').map(|part| part.parse().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("{name}: expected {N} whole numbers with commas, found {value:?}"))
}

fn parse_sprt(value: &str) -> Result<Sprt, String> {
    let bounds = value.split_once(',');
    let bounds = bounds.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    bounds
        .and_then(|(elo0, elo1)| Sprt::new(elo0, elo1))
        .ok_or_else(|| format!("--sprt: expected ELO0,ELO1 with ELO0 < ELO1, found {value:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_take_what_each_has_and_their_own_over_it() {
        let settings = ArenaSettings::parse(&[
            "--each",
            "nodes=500",
            "--b",
            "nodes=700,name=new",
            "--games",
            "7",
            "--sprt",
            "0,30",
        ])
        .unwrap();
        let nodes = settings
            .sides
            .each_ref()
            .map(|side| side.config.budget.nodes);
        assert_eq!(nodes, [Some(500), Some(700)]);
        assert_eq!(settings.sides[0].name, "ponder");
        assert_eq!(settings.sides[1].text, "nodes=500,nodes=700,name=new");
        assert_eq!(settings.pairs, 4, "an odd game makes a pair");
    }

    #[test]
    fn sides_of_one_name_are_told_apart() {
        let settings =
            ArenaSettings::parse(&["--each", "depth=1", "--uci", "some/ponder -x"]).unwrap();
        assert_eq!(
            settings.sides.each_ref().map(|side| side.name.as_str()),
            ["ponder a", "ponder b"]
        );
        assert_eq!(settings.sides[1].command.as_ref().unwrap()[1], "-x");
    }

    #[test]
    fn what_cannot_be_played_is_refused_in_words() {
        for (arguments, part) in [
            (&["--a", "nodes=1"][..], "side b has no limit"),
            (&["--each", "nodes=1", "--sprt", "5,0"], "ELO0 < ELO1"),
            (&["--each", "nodes=1", "--games", "0"], "at least 1"),
            (&["--each", "nodes=1", "--draw", "1,2"], "3 whole numbers"),
            (&["--each", "nodes=1", "--what", "1"], "unknown option"),
            (&["--each", "nodes=1", "--pgn"], "needs a value"),
            (&["--each", "nodes=x"], "--each: nodes"),
            (&["--each", "nodes=1,option.Hash=3"], "side a is our own"),
            (
                &["--each", "nodes=1", "--uci", "x", "--b", "null_move=off"],
                "UCI program",
            ),
            (&["--each", "nodes=1", "--uci", " "], "names nothing"),
            (
                &["--each", "nodes=1,memory=no/such"],
                "side a: memory: no/such",
            ),
            (
                &["--each", "nodes=1,memory=Cargo.toml"],
                "Cargo.toml: expected",
            ),
        ] {
            let error = ArenaSettings::parse(arguments).err().unwrap();
            assert!(error.contains(part), "{error}");
        }
    }
}
