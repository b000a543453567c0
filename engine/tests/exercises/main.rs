//! Exercises from games: what they ask for, what they accept, and how they are stored.

mod answers;
mod games;
mod levels;
mod stored;

use engine::exercises::{Exercise, ExerciseMaker, ExerciseSettings, GameExercises};
use engine::player::{Calculator, Player};
use engine::rules::{Game, Move, Position, san};

const FEW_NODES: ExerciseSettings = ExerciseSettings {
    scan_nodes: 3_000,
    check_nodes: [10_000, 30_000, 90_000],
};

/// A game by its moves in Standard Algebraic Notation, from a position or the usual start.
fn game(fen: Option<&str>, sans: &str) -> Game {
    let mut game = fen.map_or_else(Game::new, |fen| Game::from_fen(fen).unwrap());
    for text in sans.split_whitespace() {
        let mv = san::parse(game.position(), text);
        game.play(mv.unwrap_or_else(|error| panic!("{text}: {error}")))
            .unwrap();
    }
    game
}

/// Runs the searches of a maker.
fn run(mut maker: ExerciseMaker) -> GameExercises {
    let mut searcher = Calculator::new(4);
    searcher.remember(true);
    while let Some(wanted) = maker.wanted() {
        if wanted.fresh {
            searcher.new_game();
        }
        let decision = searcher.choose_by_limits(&wanted.game, &wanted.limits);
        maker.found(&decision.lines);
    }
    maker.finish()
}

fn exercises(game: &Game) -> Vec<Exercise> {
    run(ExerciseMaker::new(game, FEW_NODES)).exercises
}

/// The exercise before the half-move with this index.
#[track_caller]
fn at(exercises: &[Exercise], ply: u16) -> &Exercise {
    let found = exercises.iter().find(|exercise| exercise.ply == ply);
    found.unwrap_or_else(|| panic!("no exercise before half-move {ply}: {exercises:#?}"))
}

/// Moves that follow one another.
fn sans(from: &Position, moves: &[Move]) -> Vec<String> {
    let mut game = Game::from_position(*from);
    for &mv in moves {
        game.play(mv).unwrap();
    }
    game.sans()
}
