//! `ponder learn` and `ponder train-q`: what a learner learns, and what that is worth. The course is
//! in `lab::Course`.

mod chart;
mod settings;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use engine::learning::{GameId, Lesson, Params, QTable};
use engine::rules::Color;
use engine::rules::pgn::GameResult;
use lab::{Course, Mark};

use crate::pgn_file;
use chart::Run;
use settings::{Settings, USAGE};

/// Runs the experiment: each seed once learning, once not.
pub fn experiment(arguments: &[&str]) -> ExitCode {
    let Some(settings) = read(arguments) else {
        return usage(arguments);
    };
    let arms = settings
        .seeds
        .iter()
        .flat_map(|&seed| [true, false].map(|learns| (seed, learns)));
    let courses: Vec<Course> = arms
        .map(|(seed, learns)| Course {
            seed,
            learns,
            ..settings.course.clone()
        })
        .collect();
    let runs = thread::scope(|scope| {
        let threads: Vec<_> = courses
            .iter()
            .map(|course| scope.spawn(|| run(course)))
            .collect();
        let joined = threads.into_iter().filter_map(|thread| thread.join().ok());
        joined.collect::<Vec<Run>>()
    });
    for run in &runs {
        print_run(run);
    }
    let Some(path) = settings.svg else {
        return ExitCode::SUCCESS;
    };
    let course = &settings.course;
    let habits = course
        .habits
        .map_or_else(String::new, |most| format!(" with {most} habits"));
    let title = format!(
        "The learner alone against {}{habits} ({} test games a point, 95 % intervals; grey: nothing learnt)",
        course.opponent, course.tests
    );
    write(&path, chart::draw(&runs, &title).as_bytes())
}

/// Trains one learner and writes its table.
pub fn train(arguments: &[&str]) -> ExitCode {
    let Some(settings) = read(arguments) else {
        return usage(arguments);
    };
    let (Some(path), Some(&seed)) = (&settings.out, settings.seeds.first()) else {
        eprintln!("ponder: --out is needed\n{USAGE}");
        return ExitCode::from(2);
    };
    let course = Course {
        seed,
        ..settings.course.clone()
    };
    let table = match &settings.from {
        Some(games) => match learnt_from(games, &course.learning.params) {
            Ok(table) => table,
            Err(error) => {
                eprintln!("ponder: {error}");
                return ExitCode::FAILURE;
            }
        },
        None => {
            let told = &mut |mark: &Mark| print_mark(seed, true, mark);
            course.take(QTable::default(), told).0
        }
    };
    write(path, table.to_json().as_bytes())
}

/// What both sides' moves in a file's games teach; games without a result teach nothing.
fn learnt_from(path: &Path, params: &Params) -> Result<QTable, String> {
    let mut table = QTable::default();
    let mut number = 0;
    pgn_file::each_game(path, |read| {
        number += 1;
        let winner = match read.result {
            GameResult::Win(color) => Some(color),
            GameResult::Draw => None,
            GameResult::Unknown => return,
        };
        let lesson = Lesson {
            id: GameId(number),
            game: &read.game(),
            winner,
            sides: &Color::ALL,
        };
        table.learn(&lesson, params);
    })?;
    println!("{} games, {} states", table.games(), table.states());
    Ok(table)
}

fn run(course: &Course) -> Run {
    let told = &mut |mark: &Mark| print_mark(course.seed, course.learns, mark);
    let (_, marks) = course.take(QTable::default(), told);
    Run {
        seed: course.seed,
        learns: course.learns,
        marks,
    }
}

fn print_mark(seed: u64, learns: bool, mark: &Mark) {
    let arm = if learns { "learns " } else { "control" };
    println!(
        "seed {seed} {arm} {:>7} games {:>8} states  +{} ={} -{}  {:5.1} % ± {:.1}",
        mark.games,
        mark.states,
        mark.record.wins,
        mark.record.draws,
        mark.record.losses,
        100.0 * mark.score(),
        100.0 * mark.error(),
    );
}

/// What was gained from the first test to the last.
fn print_run(run: &Run) {
    let (Some(first), Some(last)) = (run.marks.first(), run.marks.last()) else {
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

fn read(arguments: &[&str]) -> Option<Settings> {
    match Settings::read(arguments) {
        Ok(settings) => Some(settings),
        Err(error) => {
            if arguments != ["--help"] {
                eprintln!("ponder: {error}");
            }
            None
        }
    }
}

fn usage(arguments: &[&str]) -> ExitCode {
    if arguments == ["--help"] {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn write(path: &Path, bytes: &[u8]) -> ExitCode {
    match fs::write(path, bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ponder: {}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}
