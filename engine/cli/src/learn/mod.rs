//! `ponder learn` and `ponder train-q`: the learning experiment, and tables of trained learners. The
//! experiment is [`LearningExperiment`].

mod chart;
mod settings;

use std::fs;
use std::path::Path;
use std::thread;

use engine::learning::{GameId, Lesson, Params, QTable};
use engine::rules::Color;
use engine::rules::pgn::GameResult;
use lab::{Knowledge, LearningExperiment, TestResult};

use crate::pgn_file;
use chart::ExperimentRun;
pub use settings::{LearnSettings, TrainQSettings};

/// Runs the experiment: each seed once learning, once not.
///
/// # Errors
/// The picture cannot be written.
pub fn run_experiment(settings: &LearnSettings) -> Result<(), String> {
    let LearnSettings { experiment, svg } = settings;
    let arms = experiment
        .seeds
        .iter()
        .flat_map(|&seed| [true, false].map(|learns| experiment.experiment(seed, learns)));
    let experiments: Vec<LearningExperiment> = arms.collect();
    let runs = thread::scope(|scope| {
        let threads: Vec<_> = experiments
            .iter()
            .map(|one| scope.spawn(|| run(one, experiment.knowledge(one.seed))))
            .collect();
        let joined = threads.into_iter().filter_map(|thread| thread.join().ok());
        joined.collect::<Vec<ExperimentRun>>()
    });
    for run in &runs {
        print_run(run);
    }
    let Some(path) = svg else {
        return Ok(());
    };
    let repertoire = experiment
        .habits
        .map_or_else(String::new, |most| format!(" with {most} habits"));
    let title = format!(
        "The learner alone against {}{repertoire} ({} test games a point, 95 % intervals; grey: nothing learnt)",
        experiment.against, experiment.tests
    );
    write(path, chart::draw(&runs, &title).as_bytes())
}

/// Trains one learner and writes its table.
///
/// # Errors
/// A file fails.
pub fn train(settings: &TrainQSettings) -> Result<(), String> {
    let seed = settings.experiment.seeds.first().copied().unwrap_or(1);
    let experiment = settings.experiment.experiment(seed, true);
    let table = match &settings.from {
        Some(games) => learn_from_games(games, &experiment.learning.params)?,
        None => {
            let on_test = &mut |result: &TestResult| print_test(seed, true, result);
            let knowledge = settings.experiment.knowledge(seed);
            experiment.run(knowledge, on_test).0.table
        }
    };
    write(&settings.out, table.to_json().as_bytes())
}

/// Learns from both sides of a file's games; games without a result are skipped.
fn learn_from_games(path: &Path, params: &Params) -> Result<QTable, String> {
    let mut table = QTable::default();
    let mut number = 0;
    pgn_file::each_game(path, |pgn_game| {
        number += 1;
        let winner = match pgn_game.result {
            GameResult::Win(color) => Some(color),
            GameResult::Draw => None,
            GameResult::Unknown => return,
        };
        let lesson = Lesson {
            id: GameId(number),
            game: &pgn_game.game(),
            winner,
            sides: &Color::ALL,
        };
        table.learn(&lesson, params);
    })?;
    println!("{} games, {} states", table.games(), table.states());
    Ok(table)
}

fn run(experiment: &LearningExperiment, knowledge: Knowledge) -> ExperimentRun {
    let on_test = &mut |result: &TestResult| print_test(experiment.seed, experiment.learns, result);
    let (_, results) = experiment.run(knowledge, on_test);
    ExperimentRun {
        seed: experiment.seed,
        learns: experiment.learns,
        results,
    }
}

fn print_test(seed: u64, learns: bool, result: &TestResult) {
    let arm = if learns { "learns " } else { "control" };
    println!(
        "seed {seed} {arm} {:>7} games {:>8} states  +{} ={} -{}  {:5.1} % ± {:.1}",
        result.training_games,
        result.states,
        result.record.wins,
        result.record.draws,
        result.record.losses,
        100.0 * result.score(),
        100.0 * result.error(),
    );
}

/// Prints the gain from the first test to the last.
fn print_run(run: &ExperimentRun) {
    let (Some(first), Some(last)) = (run.results.first(), run.results.last()) else {
        return;
    };
    let gain = last.score() - first.score();
    let error = first.error().hypot(last.error());
    println!(
        "seed {} {}: {:.1} % to {:.1} %, a gain of {:+.1} ± {:.1} points{}",
        run.seed,
        if run.learns { "learns" } else { "control" },
        100.0 * first.score(),
        100.0 * last.score(),
        100.0 * gain,
        100.0 * error,
        if gain.abs() > error {
            ", beyond its 95 % interval"
        } else {
            ", within its 95 % interval"
        },
    );
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
