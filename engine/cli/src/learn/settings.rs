//! The command lines of `learn` and `train-q`.

use std::fs;
use std::path::PathBuf;

use clap::value_parser;

use engine::eval::nnue::Network;
use engine::learning::{Params, Rule};
use engine::player::{LearnerConfig, StrategyId};
use engine::search::SearchLimits;
use lab::learning_network::LearningNetwork;
use lab::{Knowledge, LearningExperiment};

use crate::option_values::{parse_checked, parse_from_one, parse_neurons, parse_share};

/// What learning is worth: the learner alone, tested before, during and after training, beside a
/// control that learns nothing.
#[derive(clap::Args)]
pub struct LearnSettings {
    #[command(flatten)]
    pub experiment: ExperimentSettings,
    /// The curves as a picture.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Trains a learner, by the first seed, and writes what it knows (JSON).
#[derive(clap::Args)]
pub struct TrainQSettings {
    #[command(flatten)]
    pub experiment: ExperimentSettings,
    /// The table.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Learns from both sides of the games of a file of PGN instead.
    #[arg(long, value_name = "GAMES")]
    pub from: Option<PathBuf>,
}

/// The settings of a learner and of its training.
#[derive(clap::Args)]
pub struct ExperimentSettings {
    /// Who it plays: dice, grabber, plodder, pruner, …
    #[arg(long, value_name = "ID", default_value_t = StrategyId::Grabber)]
    #[arg(value_parser = parse_ready)]
    pub against: StrategyId,
    /// Plies of the opponent's search.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_from_one::<u8>)]
    depth: u8,
    /// How often the opponent plays a random move, 0 to 1.
    #[arg(long, value_name = "P", default_value_t = 0.02, value_parser = parse_share::<f64>)]
    unsteady: f64,
    /// How many moves it knows in each position, the same in every game; all for every move.
    #[arg(long, value_name = "N", default_value = "2", value_parser = parse_repertoire_size)]
    pub habits: RepertoireSize,
    /// Training games a round.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = parse_from_one::<u32>)]
    games: u32,
    /// Rounds, with a test after each.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = parse_from_one::<u32>)]
    rounds: u32,
    /// Games of each test.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = parse_from_one::<u32>)]
    pub tests: u32,
    /// One run each.
    #[arg(long, value_name = "A,B,…", default_value = "1,2,3")]
    #[arg(value_delimiter = ',')]
    pub seeds: Vec<u64>,
    /// How it learns: discounted-return or q-learning.
    #[arg(long, value_name = "NAME", default_value = "discounted-return")]
    #[arg(value_parser = parse_rule)]
    rule: Rule,
    /// How often another move is tried, 0 to 1.
    #[arg(long, value_name = "E", default_value_t = Params::default().epsilon)]
    #[arg(value_parser = parse_share::<f64>)]
    epsilon: f64,
    /// How far a value moves at once, 0 to 1.
    #[arg(long, value_name = "R", default_value_t = Params::default().rate)]
    #[arg(value_parser = parse_share::<f64>)]
    rate: f64,
    /// Random plies before a game, so that tests have openings that were never trained on; 0 for the usual
    /// start.
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = value_parser!(u32).range(0..=40))]
    openings: u32,
    /// Learns with a network of so many neurons: 16, 32 or 64; it begins with random weights.
    #[arg(long, value_name = "N", value_parser = parse_neurons)]
    pub neurons: Option<u8>,
    /// The same with a network of the dojo, which knows what its file says.
    #[arg(long, value_name = "FILE", conflicts_with = "neurons", value_parser = read_network)]
    network: Option<LearningNetwork>,
    /// Lets the network play alone: what the table has learnt is not played.
    #[arg(long)]
    without_table: bool,
    /// A shallow search keeps it from blunders; then it is not alone.
    #[arg(long)]
    guard: bool,
}

/// Moves that the opponent considers in a position; `None` is all. clap does not take it for an
/// option that may be missing, since it has another name.
type RepertoireSize = Option<usize>;

impl ExperimentSettings {
    /// What the learner knows at first.
    pub fn knowledge(&self, seed: u64) -> Knowledge {
        Knowledge {
            network: match self.neurons {
                Some(neurons) => Some(LearningNetwork::new(neurons, seed)),
                None => self.network.clone(),
            },
            ..Knowledge::default()
        }
    }

    /// The experiment of a seed, or its control.
    pub fn experiment(&self, seed: u64, learns: bool) -> LearningExperiment {
        LearningExperiment {
            opponent: self.against,
            limits: SearchLimits::depth(self.depth),
            random_move_rate: self.unsteady,
            repertoire_size: self.habits,
            opening_plies: self.openings,
            learning: LearnerConfig {
                params: Params {
                    rule: self.rule,
                    epsilon: self.epsilon,
                    rate: self.rate,
                    ..Params::default()
                },
                guard: self.guard,
                table: !self.without_table,
                network: true,
            },
            learns,
            games_per_round: self.games,
            rounds: self.rounds,
            test_games: self.tests,
            seed,
        }
    }
}

fn read_network(path: &str) -> Result<LearningNetwork, String> {
    let file = fs::read(path).map_err(|error| error.to_string())?;
    let network = Network::read(&file).map_err(|error| error.to_string())?;
    LearningNetwork::from_network(&network).ok_or_else(|| "it is too large to learn".to_owned())
}

fn parse_ready(id: &str) -> Result<StrategyId, String> {
    parse_checked(id, "the id of a strategy", |id: &StrategyId| {
        id.strategy().ready
    })
}

fn parse_repertoire_size(text: &str) -> Result<RepertoireSize, String> {
    match text {
        "all" => Ok(None),
        number => parse_checked(number, "a number from 1, or all", |&count| count > 0).map(Some),
    }
}

fn parse_rule(name: &str) -> Result<Rule, &'static str> {
    match name {
        "discounted-return" => Ok(Rule::DiscountedReturn),
        "q-learning" => Ok(Rule::QLearning),
        _ => Err("expected discounted-return or q-learning"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Subcommand, parse};

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        for (arguments, part) in [
            (&["--games"][..], "a value is required for '--games <N>'"),
            (&["--games", "0"], "--games <N>': expected a number from 1"),
            (&["--habits", "none"], "--habits <N>': expected"),
            (&["--unsteady", "1.5"], "--unsteady <P>': expected"),
            (&["--epsilon", "NaN"], "--epsilon <E>': expected"),
            (&["--against", "instinct"], "--against <ID>': expected"),
            (&["--rule", "magic"], "--rule <NAME>': expected"),
            (&["--seeds", "1,x"], "'x' for '--seeds <A,B,…>'"),
            (
                &["--openings", "41"],
                "--openings <N>': 41 is not in 0..=40",
            ),
            (&["--neurons", "17"], "--neurons <N>': expected 16, 32"),
            (
                &["--network", "/nowhere"],
                "--network <FILE>': No such file",
            ),
            (&["--speed", "1"], "unexpected argument '--speed'"),
        ] {
            let error = parse(&[&["learn"], arguments].concat());
            let error = error.err().unwrap_or_default();
            assert!(error.contains(part), "{arguments:?}: {error}");
        }
        let given = parse(&["learn", "--seeds", "4,5", "--guard"]);
        let Ok(Subcommand::Learn(LearnSettings { experiment, .. })) = given else {
            panic!("the settings are sound");
        };
        assert_eq!(experiment.seeds, [4, 5]);
        assert!(experiment.experiment(4, true).learning.guard);
    }
}
