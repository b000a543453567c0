//! `ponder exercises`: the mistakes in the games of PGN files as positions to solve.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use clap::value_parser;
use engine::eval::{EvalConfig, Evaluation, SharedEval};
use engine::exercises::{Exercise, ExerciseMaker, ExerciseOrigin, ExerciseSettings, GameExercises};
use engine::player::{Calculator, Player};
use engine::rules::{Game, Move, Position, san};
use serde_json::json;

use crate::output::print_line;
use crate::review::review;
use crate::{network_file, pgn_file};

/// MB, as on the page.
const HASH_MB: u32 = 16;

/// Makes exercises from the mistakes in games.
///
/// Prints a line for each: the game's number, the half-move's number from 1, the position, the move
/// in the game with the points of winning chance that it lost, the solution, other moves that are as good,
/// the phase, the difficulty from 1 to 5, and the idea; then the counts.
#[derive(clap::Args)]
pub struct ExercisesSettings {
    /// PGN files.
    #[arg(value_name = "FILE", required = true)]
    games: Vec<PathBuf>,
    /// Games of each file.
    #[arg(long = "games", value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    games_of_each: usize,
    /// Nodes of the last of the three searches that check a mistake; the others have a third and a ninth.
    #[arg(long, value_name = "N", default_value_t = ExerciseSettings::THOROUGH.check_nodes[2])]
    #[arg(value_parser = value_parser!(u64).range(9_000..=1_000_000_000))]
    nodes: u64,
    /// Nodes of each position in the first pass.
    #[arg(long, value_name = "N", default_value_t = ExerciseSettings::THOROUGH.scan_nodes)]
    #[arg(value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    scan_nodes: u64,
    /// Reviews each game first, as `ponder review` does, in place of the first pass.
    #[arg(long)]
    review: bool,
    /// A JSON document in each line.
    #[arg(long)]
    json: bool,
    /// A network of `ponder train` judges positions (default: the network that plays).
    #[arg(long, value_name = "FILE", value_parser = network_file::parse)]
    network: Option<SharedEval>,
}

/// A game's exercises, with what they cost.
#[derive(Default)]
struct Made {
    exercises: Vec<Exercise>,
    positions: usize,
    /// Of all searches, without those of a review.
    nodes: u64,
}

/// Makes exercises on all cores, and prints them in the games' order.
///
/// # Errors
/// A file cannot be read.
pub fn run(settings: &ExercisesSettings) -> Result<(), String> {
    let games = pgn_file::first_games(&settings.games, settings.games_of_each)?;
    let start = Instant::now();
    let eval = EvalConfig {
        network: settings
            .network
            .clone()
            .or_else(|| EvalConfig::shipped(Evaluation::Network).network),
        ..EvalConfig::from(Evaluation::Network)
    };
    let next = AtomicUsize::new(0);
    let made: Vec<Mutex<Made>> = games.iter().map(|_| Mutex::default()).collect();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let mut calculator = Calculator::new(HASH_MB);
                calculator.set_eval(eval.clone());
                calculator.remember(true);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((game, place)) = games.get(index).zip(made.get(index)) else {
                        break;
                    };
                    let made = make(&mut calculator, game, settings);
                    if let Ok(mut place) = place.lock() {
                        *place = made;
                    }
                }
            });
        }
    });
    let mut all = Made::default();
    for (index, made) in made.into_iter().enumerate() {
        let made = made.into_inner().unwrap_or_default();
        for exercise in &made.exercises {
            let line = match settings.json {
                true => json_line(index + 1, exercise),
                false => text_line(index + 1, exercise),
            };
            print_line(&line);
        }
        all.positions += made.positions;
        all.nodes += made.nodes;
        all.exercises.extend(made.exercises);
    }
    let seconds = start.elapsed().as_secs_f64();
    print_line(&match settings.json {
        true => json_counts(&all, games.len(), seconds),
        false => text_counts(&all, games.len(), seconds),
    });
    Ok(())
}

fn make(calculator: &mut Calculator, game: &Game, settings: &ExercisesSettings) -> Made {
    let limits = ExerciseSettings {
        scan_nodes: settings.scan_nodes,
        check_nodes: [settings.nodes / 9, settings.nodes / 3, settings.nodes],
    };
    let mut nodes = 0;
    let mut maker = match settings.review {
        true => {
            let reviewed = review(calculator, game);
            ExerciseMaker::from_review(game, &reviewed, limits)
        }
        false => ExerciseMaker::new(game, limits),
    };
    while let Some(wanted) = maker.wanted() {
        if wanted.fresh {
            calculator.new_game();
        }
        let decision = calculator.choose_by_limits(&wanted.game, &wanted.limits);
        nodes += decision.nodes;
        maker.found(&decision.lines);
    }
    let GameExercises { exercises, .. } = maker.finish();
    Made {
        exercises,
        positions: game.ply() + 1,
        nodes,
    }
}

/// Moves that follow one another, in Standard Algebraic Notation.
fn sans(from: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *from;
    let write = |&mv: &Move| {
        let san = san::write(&position, mv);
        position = position.play(mv);
        san
    };
    moves.iter().map(write).collect()
}

/// Moves of one position.
fn alternatives(exercise: &Exercise) -> Vec<String> {
    let others = exercise.accepted.iter().skip(1);
    let write = |&mv: &Move| san::write(&exercise.start, mv);
    others.map(write).collect()
}

fn origin(exercise: &Exercise) -> &'static str {
    match exercise.origin {
        ExerciseOrigin::Mistake => "mistake",
        ExerciseOrigin::MissedChance => "missed chance",
    }
}

fn text_line(number: usize, exercise: &Exercise) -> String {
    let (kind, text) = match &exercise.idea {
        Some(idea) => (idea.kind.into(), idea.text.as_str()),
        None => ("-", "-"),
    };
    let others = alternatives(exercise);
    let others = match others.is_empty() {
        true => String::new(),
        false => format!(" (or {})", others.join(", ")),
    };
    format!(
        "{number}\t{}\t{}\t{}\t{:.1}\t{}\t{}{others}\t{:?}\t{}\t{kind}\t{text}",
        exercise.ply + 1,
        exercise.start.to_fen(),
        san::write(&exercise.start, exercise.played),
        exercise.loss,
        origin(exercise),
        sans(&exercise.start, &exercise.solution).join(" "),
        exercise.phase(),
        exercise.difficulty().level,
    )
}

fn json_line(number: usize, exercise: &Exercise) -> String {
    let idea = exercise.idea.as_ref();
    json!({
        "game": number,
        "ply": exercise.ply,
        "id": exercise.id().to_string(),
        "fen": exercise.start.to_fen(),
        "played": san::write(&exercise.start, exercise.played),
        "loss": exercise.loss,
        "origin": exercise.origin,
        "solution": sans(&exercise.start, &exercise.solution),
        "also_good": alternatives(exercise),
        "refutation": sans(&exercise.start.play(exercise.played), &exercise.refutation),
        "phase": exercise.phase(),
        "difficulty": exercise.difficulty(),
        "idea": idea.map(|idea| <&str>::from(idea.kind)),
        "text": idea.map(|idea| idea.text.as_str()),
        "stored": exercise,
    })
    .to_string()
}

fn per_game(count: usize, games: usize) -> f64 {
    count as f64 / games.max(1) as f64
}

fn text_counts(all: &Made, games: usize, seconds: f64) -> String {
    let missed = all.exercises.iter();
    let missed = missed.filter(|exercise| exercise.origin == ExerciseOrigin::MissedChance);
    format!(
        "{games} games, {} positions, {} exercises ({} missed chances), {:.2} per game, \
         {} nodes, {seconds:.1} s",
        all.positions,
        all.exercises.len(),
        missed.count(),
        per_game(all.exercises.len(), games),
        all.nodes,
    )
}

fn json_counts(all: &Made, games: usize, seconds: f64) -> String {
    json!({
        "games": games,
        "positions": all.positions,
        "exercises": all.exercises.len(),
        "per_game": per_game(all.exercises.len(), games),
        "nodes": all.nodes,
        "seconds": seconds,
    })
    .to_string()
}
