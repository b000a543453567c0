//! The command line of `ponder arena`.

use std::path::PathBuf;
use std::time::Duration;

use engine::eval::nnue;
use lab::arena::{Adjudication, DrawRule, ResignRule, SideConfig, Sprt};

use crate::option_values::{parse_checked, parse_from_one};
use crate::{learner_file, network_file};

const SIDE_SETTINGS: &str = "\
SETTINGS are KEY=VALUE, separated by commas:
  nodes, depth, movetime (ms), tc (seconds: 8+0.08), hash (MB), name
  ours: strategy (calculator, explorer, ponder, …), level (1 to 10),
  style (attacker, gambiteer, …), character (pim, berta, …),
  seed (of what a level overlooks), eval (network, tuned, classic,
  squares, course, rooks, material), network (FILE of ponder train),
  book (standard, aggressive, defensive, off), memory (FILE of ponder
  train-q), learn, guard, quiescence, null_move, remember (on, off),
  without (rules of the search, as null-move+delta)
  UCI programs: option.NAME";

/// Results are counted from side `a`'s point of view.
pub const SIDES: [&str; 2] = ["a", "b"];

/// The settings of a match.
pub struct ArenaSettings {
    pub sides: [SideSettings; 2],
    pub pairs: u32,
    pub flags: ArenaFlags,
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

/// What may differ between matches of this program's own players.
pub struct OwnMatch {
    /// The settings of both sides.
    pub sides: [String; 2],
    pub games: u32,
    pub concurrency: Option<usize>,
    pub seed: u64,
    /// Begin no pair after so long.
    pub seconds: Option<Duration>,
    /// The file that keeps the results.
    pub resume: Option<PathBuf>,
}

const DEFAULT_GAMES: u32 = 100;
const DEFAULT_SPRT_GAMES: u32 = 20_000;

/// Plays pairs of games from the same opening with colours swapped.
#[derive(clap::Args)]
#[command(after_help = SIDE_SETTINGS)]
pub struct ArenaFlags {
    /// Settings of both sides.
    #[arg(long, value_name = "SETTINGS")]
    each: Option<String>,
    /// Settings of side a.
    #[arg(long, value_name = "SETTINGS")]
    a: Option<String>,
    /// Settings of side b.
    #[arg(long, value_name = "SETTINGS")]
    b: Option<String>,
    /// Side a is a UCI program. Words are arguments.
    #[arg(long, value_name = "COMMAND")]
    uci_a: Option<String>,
    /// Side b is a UCI program.
    #[arg(long, value_name = "COMMAND", visible_alias = "uci")]
    uci_b: Option<String>,
    /// How many games (default: 100, with --sprt 20000).
    #[arg(long, value_name = "N", value_parser = parse_from_one::<u32>)]
    games: Option<u32>,
    /// Stop when the normalised Elo is decided (alpha = beta = 0.05).
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Pairs at a time (default: the cores).
    #[arg(long, value_name = "N", value_parser = parse_from_one::<usize>)]
    concurrency: Option<usize>,
    /// Of the openings.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Append every game.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Keep the results there; go on where an interrupted match stopped.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// How far a clock may run beyond its end.
    #[arg(long, value_name = "MS", default_value = "50", value_parser = parse_millis)]
    pub margin: Duration,
    /// Without a clock, how long a program may be silent.
    #[arg(long, value_name = "S", default_value = "60", value_parser = parse_secs)]
    pub silence: Duration,
    /// Begin no pair after so long (default: play all).
    #[arg(long, value_name = "S", value_parser = parse_secs)]
    pub seconds: Option<Duration>,
    /// End a game that both sides see lost (default: play it out).
    #[arg(long, value_name = "CP,MOVES", value_parser = parse_resign)]
    resign: Option<ResignRule>,
    /// End a game that both sides see level (default: play it out).
    #[arg(long, value_name = "FROM,MOVES,CP", value_parser = parse_draw)]
    draw: Option<DrawRule>,
}

impl From<OwnMatch> for ArenaFlags {
    fn from(own: OwnMatch) -> ArenaFlags {
        let [a, b] = own.sides.map(Some);
        ArenaFlags {
            a,
            b,
            games: Some(own.games),
            concurrency: own.concurrency,
            seed: own.seed,
            seconds: own.seconds,
            resume: own.resume,
            each: None,
            uci_a: None,
            uci_b: None,
            sprt: None,
            pgn: None,
            margin: Duration::ZERO,
            silence: Duration::ZERO,
            resign: None,
            draw: None,
        }
    }
}

impl ArenaFlags {
    /// Reads the settings of the sides and the files that they name.
    ///
    /// # Errors
    /// The settings of the sides cannot be played, as a message.
    pub fn into_settings(self) -> Result<ArenaSettings, String> {
        let mut sides = [
            self.side("a", self.a.as_deref(), self.uci_a.as_deref())?,
            self.side("b", self.b.as_deref(), self.uci_b.as_deref())?,
        ];
        if sides[0].name == sides[1].name {
            for (side, letter) in sides.iter_mut().zip(SIDES) {
                side.name = format!("{} {letter}", side.name);
            }
        }
        let games = self.games.unwrap_or(match self.sprt {
            Some(_) => DEFAULT_SPRT_GAMES,
            None => DEFAULT_GAMES,
        });
        let fingerprint = format!(
            "seed={} margin={} adjudication={:?} a={:?} {:?} b={:?} {:?}",
            self.seed,
            self.margin.as_millis(),
            self.adjudication(),
            sides[0].text,
            sides[0].command,
            sides[1].text,
            sides[1].command,
        );
        Ok(ArenaSettings {
            sides,
            pairs: games.div_ceil(2),
            flags: self,
            fingerprint,
        })
    }

    /// Pairs at a time.
    pub fn concurrency(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.concurrency.unwrap_or_else(cores)
    }

    /// When a game is ended.
    pub fn adjudication(&self) -> Adjudication {
        let &ArenaFlags { resign, draw, .. } = self;
        Adjudication { resign, draw }
    }

    fn side(
        &self,
        letter: &str,
        own: Option<&str>,
        command: Option<&str>,
    ) -> Result<SideSettings, String> {
        let given = [("--each", self.each.as_deref()), (letter, own)];
        let given = given.map(|(name, text)| (name, text.unwrap_or_default()));
        let mut config = SideConfig::default();
        for (name, text) in given {
            config
                .apply(text)
                .map_err(|error| format!("{name}: {error}"))?;
        }
        config
            .check()
            .map_err(|error| format!("side {letter}: {error}"))?;
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
        let command = command.map(split_command);
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
        let parts = given.map(|(_, text)| text).into_iter();
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
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

fn parse_millis(text: &str) -> Result<Duration, String> {
    parse_checked(text, "milliseconds", |_| true).map(Duration::from_millis)
}

fn parse_secs(text: &str) -> Result<Duration, String> {
    parse_from_one(text).map(Duration::from_secs)
}

fn parse_sprt(text: &str) -> Result<Sprt, &'static str> {
    let bounds = text.split_once(',');
    let bounds = bounds.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let sprt = bounds.and_then(|(elo0, elo1)| Sprt::new(elo0, elo1));
    sprt.ok_or("expected ELO0,ELO1 with ELO0 < ELO1")
}

fn parse_resign(text: &str) -> Result<ResignRule, String> {
    let [score, moves] = parse_numbers(text)?;
    Ok(ResignRule { score, moves })
}

fn parse_draw(text: &str) -> Result<DrawRule, String> {
    let [from_move, moves, score] = parse_numbers(text)?;
    Ok(DrawRule {
        from_move,
        moves,
        score,
    })
}

fn parse_numbers<const N: usize>(text: &str) -> Result<[u16; N], String> {
    let numbers: Option<Vec<u16>> = text.split(',').map(|part| part.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("expected {N} whole numbers with commas"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Subcommand, parse};

    fn settings(flags: &[&str]) -> Result<ArenaSettings, String> {
        match parse(&[&["arena"], flags].concat())? {
            Subcommand::Arena(flags) => flags.into_settings(),
            _ => Err("another command".to_owned()),
        }
    }

    #[test]
    fn both_sides_take_what_each_has_and_their_own_over_it() {
        let settings = settings(&[
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
        let settings = settings(&["--each", "depth=1", "--uci", "some/ponder -x"]).unwrap();
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
            (
                &["--each", "nodes=1", "--games", "0"],
                "expected a number from 1",
            ),
            (&["--each", "nodes=1", "--draw", "1,2"], "3 whole numbers"),
            (
                &["--each", "nodes=1", "--what", "1"],
                "unexpected argument '--what'",
            ),
            (
                &["--each", "nodes=1", "--pgn"],
                "required for '--pgn <FILE>'",
            ),
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
            let error = settings(arguments).err().unwrap();
            assert!(error.contains(part), "{error}");
        }
    }
}
