//! The command lines of `learn` and `train-q`.

use std::path::PathBuf;

use engine::learning::{Params, Rule};
use engine::player::{LearnerConfig, StrategyId};
use engine::search::SearchLimits;
use lab::LearningExperiment;

use crate::command_line::Flag;

pub const USAGE: &str = "\
ponder learn [options]      what learning is worth: the learner alone, tested before, during and
                            after training, beside a control that learns nothing
ponder train-q --out FILE [options]
                            trains a learner and writes what it knows (JSON)
ponder train-q --out FILE --from GAMES [--rule …] [--rate R]
                            learns from both sides of the games of a file of PGN instead

  --against ID    who it plays: dice, grabber, plodder, pruner, …; default grabber
  --depth N       plies of the opponent's search, default 1
  --unsteady P    how often the opponent plays a random move, 0 to 1, default 0.02
  --habits N      how many moves it knows in each position, the same in every game; default 2,
                  all for every move
  --games N       training games a round, default 1000
  --rounds N      rounds, with a test after each, default 10
  --tests N       games of each test, default 400
  --seeds A,B,…   one run each, default 1,2,3 (train-q: the first)
  --rule NAME     discounted-return or q-learning
  --epsilon E     how often another move is tried, 0 to 1, default 0.1
  --rate R        how far a value moves at once, 0 to 1, default 0.03
  --guard         a shallow search keeps it from blunders; then it is not alone
  --svg FILE      the curves as a picture (learn)
  --out FILE      the table (train-q)
  --from GAMES    learns from these games (train-q)";

/// The settings of both commands.
pub struct LearnSettings {
    pub experiment: LearningExperiment,
    pub seeds: Vec<u64>,
    pub svg: Option<PathBuf>,
    pub out: Option<PathBuf>,
    pub from: Option<PathBuf>,
}

impl LearnSettings {
    /// Parses the arguments after the command.
    ///
    /// # Errors
    /// An invalid argument, as a message.
    pub fn parse(arguments: &[&str]) -> Result<LearnSettings, String> {
        let mut experiment = LearningExperiment {
            opponent: StrategyId::Grabber,
            limits: SearchLimits::depth(1),
            random_move_rate: 0.02,
            repertoire_size: Some(2),
            learning: LearnerConfig {
                params: Params::default(),
                guard: false,
            },
            learns: true,
            games_per_round: 1_000,
            rounds: 10,
            test_games: 400,
            seed: 1,
        };
        let mut seeds = vec![1, 2, 3];
        let (mut svg, mut out, mut from) = (None, None, None);
        let (switches, flags): (Vec<&str>, Vec<&str>) = arguments
            .iter()
            .partition(|&&argument| argument == "--guard");
        experiment.learning.guard = !switches.is_empty();
        for flag in Flag::all(&flags) {
            let flag = flag?;
            let share = || flag.parse("a number from 0 to 1", |share| (0.0..=1.0).contains(share));
            let count = || flag.parse("a number from 1", |&count: &u32| count > 0);
            let params = &mut experiment.learning.params;
            match flag.name {
                "--against" => {
                    experiment.opponent = flag
                        .parse("the id of a strategy", |id: &StrategyId| {
                            id.strategy().ready
                        })?;
                }
                "--depth" => {
                    let depth = flag.parse("plies, 1 to 255", |&depth| depth > 0)?;
                    experiment.limits = SearchLimits::depth(depth);
                }
                "--unsteady" => experiment.random_move_rate = share()?,
                "--habits" => {
                    experiment.repertoire_size = match flag.value {
                        "all" => None,
                        _ => Some(count()? as usize),
                    }
                }
                "--games" => experiment.games_per_round = count()?,
                "--rounds" => experiment.rounds = count()?,
                "--tests" => experiment.test_games = count()?,
                "--seeds" => {
                    let read: Result<_, _> = flag.value.split(',').map(str::parse).collect();
                    seeds = read.map_err(|_| flag.invalid("numbers separated by commas"))?;
                }
                "--rule" => {
                    params.rule = match flag.value {
                        "discounted-return" => Rule::DiscountedReturn,
                        "q-learning" => Rule::QLearning,
                        _ => return Err(flag.invalid("discounted-return or q-learning")),
                    }
                }
                "--epsilon" => params.epsilon = share()?,
                "--rate" => params.rate = share()?,
                "--svg" => svg = Some(flag.value.into()),
                "--out" => out = Some(flag.value.into()),
                "--from" => from = Some(flag.value.into()),
                _ => return Err(flag.unknown()),
            }
        }
        Ok(LearnSettings {
            experiment,
            seeds,
            svg,
            out,
            from,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        for (arguments, part) in [
            (&["--games"][..], "--games needs a value"),
            (&["--games", "0"], "--games: expected"),
            (&["--habits", "none"], "--habits: expected"),
            (&["--unsteady", "1.5"], "--unsteady: expected"),
            (&["--epsilon", "NaN"], "--epsilon: expected"),
            (&["--against", "instinct"], "--against: expected"),
            (&["--rule", "magic"], "--rule: expected"),
            (&["--seeds", "1,x"], "--seeds: expected"),
            (&["--speed", "1"], "unknown option"),
        ] {
            let error = LearnSettings::parse(arguments).err().unwrap_or_default();
            assert!(error.contains(part), "{arguments:?}: {error}");
        }
        let settings = LearnSettings::parse(&["--seeds", "4,5", "--guard"]);
        let settings = settings.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(settings.seeds, [4, 5]);
        assert!(settings.experiment.learning.guard);
    }
}
